# Every target is a word of bootstrap.py, which also runs without make (Windows: py bootstrap.py learn).
PYTHON ?= python3

.PHONY: learn test lint site serve bench pins

learn test lint site serve bench pins:
	@$(PYTHON) bootstrap.py $@ $(ARGS)

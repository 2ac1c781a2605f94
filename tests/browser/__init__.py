"""The table in JupyterLab, driven in a real Chromium."""

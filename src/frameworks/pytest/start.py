"""Starts pytest as `python -m pytest` does, but no file of the project can stand in for pytest or for Baton's plugin."""

import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))

try:
    import pytest
except ModuleNotFoundError as error:
    if error.name != "pytest":
        raise
    with open(os.path.join(HERE, "settings.json"), encoding="utf-8") as settings:
        records = json.load(settings)["records"]
    with open(records, "w", encoding="ascii") as file:
        file.write(json.dumps({"at": "absent"}) + "\n")
    sys.exit(4)

import baton_pytest  # noqa: E402,F401

sys.path.insert(0, os.getcwd())
sys.argv[0] = "pytest"
sys.exit(pytest.console_main())

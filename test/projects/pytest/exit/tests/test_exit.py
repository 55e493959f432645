import os


def test_leaves():
    os._exit(0)

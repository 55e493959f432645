import pytest

from calc import add


def test_adds():
    assert add(1, 2) == 3


@pytest.mark.skip(reason="not now")
def test_later():
    assert add(1, 2) == 4

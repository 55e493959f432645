import pytest


@pytest.mark.parametrize(("number", "double"), [(1, 2), (2, 5), (3, 6)], ids=["1", "2", "3"])
def test_doubles(number, double):
    assert number * 2 == double

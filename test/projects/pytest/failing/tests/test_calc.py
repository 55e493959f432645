from calc import add, subtract


def test_adds():
    assert add(1, 2) == 3


def test_subtracts():
    assert subtract(3, 2) == 2

from calc import add


def test_adds():
    total = add(1, 2)
    assert totl == 3

import calc


def test_multiplies():
    assert calc.multiply(2, 3) == 6

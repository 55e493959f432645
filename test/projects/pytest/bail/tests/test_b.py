def test_breaks_too():
    assert 1 == 2


def test_holds():
    assert 1 == 1

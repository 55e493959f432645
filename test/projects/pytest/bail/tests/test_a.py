def test_breaks():
    assert 1 == 2

def test_adds(:
    assert 1 + 2 == 3

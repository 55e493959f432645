class TestFirst:
    def test_twin(self):
        assert 1 + 1 == 2


class TestSecond:
    def test_twin(self):
        assert 1 + 1 == 3

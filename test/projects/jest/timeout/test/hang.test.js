it('hangs', () => new Promise(() => {}), 100);

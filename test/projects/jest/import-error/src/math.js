const leftPad = require('left-pad-that-nobody-has');

exports.add = (a, b) => leftPad(a + b);

import { expect, onTestFinished, test } from 'vitest';
import { faultPoint, onFaultPoint } from './fault-point.ts';

test('whoever listens is told which place is passed, and about what', () => {
  const passed: string[] = [];
  onTestFinished(() => onFaultPoint(undefined));
  faultPoint('early');
  onFaultPoint((name) => passed.push(name));
  faultPoint('ref.moved');
  faultPoint('git.before', 'merge');
  onFaultPoint(undefined);
  faultPoint('late');
  expect(passed).toEqual(['ref.moved', 'git.before merge']);
});

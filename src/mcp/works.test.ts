import { describe, expect, it } from 'vitest';
import { BatonError } from '../base/error.ts';
import { openWorks, whyFailed } from './works.ts';

const soon = 5_000;

describe('long work', () => {
  it('has a handle at once and gives what it came to when it ends', async () => {
    const works = openWorks();
    let finish: (value: string) => void = () => undefined;
    const handle = works.begin('counting', ({ onProgress }) => {
      onProgress('at one');
      return new Promise<string>((resolve) => {
        finish = resolve;
      });
    });
    expect(await works.settled(handle, 1)).toMatchObject({ state: 'running', about: 'counting', progress: 'at one' });
    finish('two');
    expect(await works.settled(handle, soon)).toMatchObject({ state: 'done', value: 'two', progress: undefined });
    expect(works.latest('counting')?.handle).toBe(handle);
  });

  it('that fails says why, and a defect gives nothing away', async () => {
    const works = openWorks();
    const fails = (error: unknown) => works.begin('failing', () => Promise.reject(error));
    const known = await works.settled(fails(new BatonError('not_found', 'Nothing there.')), soon);
    expect([known.state, whyFailed(known)]).toEqual(['failed', 'Nothing there.']);
    expect(whyFailed(await works.settled(fails(new Error('/home/ann')), soon))).not.toContain('ann');
  });

  it('is forgotten when two hundred others have ended since', async () => {
    const works = openWorks();
    const handles: string[] = [];
    for (let n = 0; n < 201; n++) {
      const handle = works.begin('one of many', async () => n);
      await works.settled(handle, soon);
      handles.push(handle);
    }
    expect(handles.filter((handle) => works.find(handle) !== undefined)).toEqual(handles.slice(1));
    await expect(works.settled(handles[0] ?? '', soon)).rejects.toThrow('Call the tool again');
  });

  it('is told to stop and waited for when all ends, and none is begun after that', async () => {
    const works = openWorks();
    let isOver = false;
    const handle = works.begin('waiting', ({ signal }) => {
      return new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => {
          setTimeout(() => {
            isOver = true;
            resolve();
          }, 20);
        });
      });
    });
    await works.settled(handle, 1);
    await works.close();
    expect(isOver).toBe(true);
    expect(() => works.begin('late', async () => 1)).toThrow('Baton is ending');
  });

  it('is bounded in number', () => {
    const works = openWorks();
    for (let n = 0; n < 500; n++) works.begin('waiting', () => new Promise(() => undefined));
    expect(() => works.begin('one more', async () => 1)).toThrow('500 pieces of work');
  });
});

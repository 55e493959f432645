import { realpathSync } from 'node:fs';
import { isAbsolute, posix, relative } from 'node:path';
import { isBatonError } from '../../base/error.ts';
import type { Measured } from '../../evidence/quality/judge-quality.ts';
import { readCobertura } from '../../formats/coverage/cobertura.ts';
import { readCoveragePy } from '../../formats/coverage/coverage-py.ts';
import type { FileCoverage } from '../../formats/coverage/file-coverage.ts';
import { damaged, MOST_COVERAGE } from '../../formats/coverage/file-coverage.ts';
import { readGoProfile } from '../../formats/coverage/go-profile.ts';
import { readIstanbulSummary } from '../../formats/coverage/istanbul.ts';
import { readLcov } from '../../formats/coverage/lcov.ts';
import { readLimited } from '../capture.ts';

/** What a report of coverage says of the files of a package; or why it says nothing. */
export function readReport(file: string, directory: string, module = ''): Measured<readonly FileCoverage[]> {
  const { text, cut } = readLimited(file, MOST_COVERAGE);
  if (text === '') return { unknown: 'the run that measures it left no report.' };
  if (cut) return { unknown: `its report has more than ${MOST_COVERAGE} bytes.` };
  try {
    return { value: inPackage(parse(text, module), directory) };
  } catch (error) {
    if (isBatonError(error)) return { unknown: error.message };
    throw error;
  }
}

/** Reports tell themselves apart by how they begin. */
function parse(text: string, module: string): readonly FileCoverage[] {
  const start = text.trimStart();
  if (start.startsWith('mode:')) return readGoProfile(start, module);
  if (start.startsWith('<')) return readCobertura(start);
  if (start.startsWith('{')) return /^\{\s*"total"/.test(start) ? readIstanbulSummary(start) : readCoveragePy(start);
  if (/^(?:TN|SF):/.test(start)) return readLcov(start);
  throw damaged('unknown', 'it is neither lcov, nor Cobertura XML, nor JSON of Istanbul or coverage.py');
}

/** The files that lie in the package, by their path in it. What is installed there is not the project's own. */
function inPackage(files: readonly FileCoverage[], directory: string): readonly FileCoverage[] {
  const root = realpathSync(directory);
  return files.flatMap((file) => {
    const path = isAbsolute(file.path) ? relative(root, file.path) : posix.normalize(file.path.replace(/^\.\//, ''));
    const isOwn = path !== '' && !path.startsWith('..') && !isAbsolute(path);
    return isOwn && !/(?:^|\/)(?:node_modules|site-packages|\.venv)\//.test(path) ? [{ ...file, path }] : [];
  });
}

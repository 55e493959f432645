import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { MAVEN_DEPENDENCIES } from '../../../src/frameworks/jvm/maven.ts';
import { NOT_SELECTED, type Promises } from '../contract/promises.ts';
import { MAVEN_REPOSITORY } from '../programs.ts';
import { PROJECTS } from '../table/column.ts';

const POM = readFileSync(join(PROJECTS, 'maven/passing/pom.xml'), 'utf8');
export const BASE = {
  'pom.xml': POM,
  'src/main/java/example/Calc.java':
    'package example;\n\nclass Calc {\n  static int add(int a, int b) { return a + b; }\n}\n',
};

const at = (name: string) => `src/test/java/example/${name}.java`;
/** A test class with these members. */
const testClass = (name: string, body: string) =>
  `package example;\n\nimport static org.junit.jupiter.api.Assertions.*;\nimport java.nio.file.*;\nimport org.junit.jupiter.api.*;\n\nclass ${name} {\n${body}\n}\n`;
const GOOD = '@Test void adds() { assertEquals(3, Calc.add(1, 2)); }';
const BAD = '@Test void breaks() { assertEquals(4, Calc.add(1, 2)); }';
const withProperties = (text: string) => ({ 'pom.xml': POM.replace('</properties>', `${text}</properties>`) });
const withSurefire = (text: string) => ({
  'pom.xml': POM.replace('<version>3.5.2</version>', `<version>3.5.2</version><configuration>${text}</configuration>`),
});

export const mavenPromises: Promises = {
  crowded: {
    files: {
      [at('FirstTest')]: testClass(
        'FirstTest',
        `${BAD}\n@Test void talks() { for (int i = 0; i < 100; i++) System.out.println("x".repeat(1_000_000)); }`,
      ),
      [at('SecondTest')]: testClass('SecondTest', BAD),
    },
    selected: at('FirstTest'),
    shows: {
      outcomes: { [`${at('FirstTest')}::breaks`]: 'failed assertion', [`${at('FirstTest')}::talks`]: 'passed' },
      failures: { [`${at('FirstTest')}::breaks`]: { location: { file: at('FirstTest'), line: 8 } } },
    },
  },
  look: {
    files: {
      [at('FirstTest')]: testClass('FirstTest', GOOD),
      [at('SecondTest')]: testClass(
        'SecondTest',
        `@Test void other() throws Exception { Files.createFile(Path.of(System.getenv("TMPDIR"), "${NOT_SELECTED}")); }`,
      ),
    },
    request: { selection: { files: [at('FirstTest')] }, canary: false, command: ['mvn', '--quiet', 'test'] },
    shows: { outcomes: { [`${at('FirstTest')}::adds`]: 'passed' }, canary: 'absent' },
  },
  empty: 'No canary is added to a project without tests: the table shows it.',
  reporter: {
    files: {
      ...withProperties(
        '<skipTests>true</skipTests><surefire.rerunFailingTestsCount>2</surefire.rerunFailingTestsCount><maven.test.failure.ignore>false</maven.test.failure.ignore>',
      ),
      [at('CalcTest')]: testClass(
        'CalcTest',
        'static int times = 0;\n@Test void flickers() { times++; assertEquals(2, times); }',
      ),
    },
    shows: { outcomes: { [`${at('CalcTest')}::flickers`]: 'failed assertion' } },
  },
  sandboxed: { mount: { from: MAVEN_REPOSITORY, to: MAVEN_DEPENDENCIES } },
  forged: {
    'a pattern that leaves it out': {
      files: {
        ...withSurefire('<includes><include>**/CalcTest.java</include></includes>'),
        [at('CalcTest')]: testClass('CalcTest', GOOD),
      },
      incomplete: 'not seen',
    },
  },
  deeds: {
    test: (command) => ({
      files: {
        [at('CalcTest')]: testClass(
          'CalcTest',
          `@Test void acts() throws Exception { new ProcessBuilder("sh", "-c", ${JSON.stringify(command)}).start().waitFor(); Thread.sleep(600_000); }`,
        ),
      },
    }),
    hung: {},
    deadlines: [7_000, 30_000],
  },
  missing: {
    files: { [at('CalcTest')]: testClass('CalcTest', GOOD) },
    without: /^mvn/,
    message: /apt install maven/,
  },
  broken: {
    'tests that are skipped where the command line cannot reach': {
      files: withSurefire('<skipTests>true</skipTests>'),
      message: /pom\.xml.*skipTests/,
    },
    'tests that stop at a failure where the command line cannot reach': {
      files: withSurefire('<skipAfterFailureCount>1</skipAfterFailureCount>'),
      message: /pom\.xml.*skipAfterFailureCount/,
    },
    'a plugin that is not there, with the command that fetches it': {
      files: { 'pom.xml': POM.replace('<version>3.5.2</version>', '<version>9.9.9</version>') },
      message: /maven-surefire-plugin:(jar:)?9\.9\.9.*go-offline/s,
    },
  },
  foreign: { files: {}, request: { command: ['make', 'test'] }, message: /make test/ },
  commands: 'Selected files are shown with a command of the user’s own.',
  setUp: 'JUnit has no set-up of the whole run, only of classes.',
  names: 'Surefire’s patterns are shown by one that leaves the canary out.',
  restricted: 'A filter for names leaves the canary out, as the pattern does by which it is shown.',
  troubles: {
    hooks: {
      files: {
        [at('BeforeTest')]: testClass(
          'BeforeTest',
          '@BeforeAll static void open() { throw new IllegalStateException("no database"); }\n@Test void one() {}',
        ),
        [at('AfterTest')]: testClass(
          'AfterTest',
          '@AfterAll static void close() { throw new IllegalStateException("still open"); }\n@Test void two() {}',
        ),
      },
      shows: {
        outcomes: {
          [`${at('BeforeTest')}::example.BeforeTest`]: 'errored other',
          [`${at('AfterTest')}::two`]: 'passed',
          [`${at('AfterTest')}::example.AfterTest`]: 'errored other',
        },
        failures: {
          [`${at('BeforeTest')}::example.BeforeTest`]: { message: expect.stringContaining('no database') },
          [`${at('AfterTest')}::example.AfterTest`]: { message: expect.stringContaining('still open') },
        },
      },
    },
    loading: {
      files: {
        [at('LoadingTest')]: testClass('LoadingTest', `static final int SIZE = Integer.parseInt("small");\n${GOOD}`),
      },
      shows: { outcomes: { [`${at('LoadingTest')}::adds`]: 'failed other' } },
    },
    dying: 'A test that ends its Java machine takes all tests along: the table shows it.',
    expected: 'JUnit has no tests that are expected to fail.',
  },
};

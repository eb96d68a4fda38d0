// Checks the responses of a running deployment against its OpenAPI document, with Schemathesis:
//   npm run conformance -- [http://127.0.0.1:8080] [options of `schemathesis run`]
// Start the demo with high limits first: LIMIT_ANONYMOUS=1000000 LIMIT_PAGES=1000000 npm start -- --demo
// SCHEMATHESIS_PATH is the program's path if it is not on the path (a virtual environment).
import { spawn } from 'node:child_process';

const [base = 'http://127.0.0.1:8080', ...rest] = process.argv.slice(2);
const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
];
const child = spawn(
  process.env.SCHEMATHESIS_PATH ?? 'schemathesis',
  [
    'run',
    `${base}/openapi.json`,
    ...['--url', base],
    ...['--checks', checks.join(',')],
    // A random key is always rejected, which would hide all other responses.
    ...['--generation-with-security-parameters', 'false'],
    ...['--phases', 'examples,coverage,fuzzing'],
    ...['--max-examples', '20'],
    ...['--warnings', 'off'],
    '--continue-on-failure',
    '--no-shrink',
    ...rest,
  ],
  { stdio: 'inherit' },
);
child.on('error', (error) => {
  console.error(`Schemathesis does not start (${error.code}): pip install schemathesis`);
  process.exitCode = 1;
});
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});

// The machine may be busy, and a database answers its first query after seconds: patience for every test and hook.
jest.setTimeout(60_000);

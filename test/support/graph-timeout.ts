// The first query after a boot takes seconds, and the machine may be busy: patience for every test and hook.
jest.setTimeout(60_000);

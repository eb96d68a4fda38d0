import { neo4jConf } from './embedded-config';

const layout = {
  libDir: '/lib',
  homeDir: '/home',
  boltPort: 7687,
  httpPort: 7474,
  heapMb: 512,
  pageCacheMb: 128,
};

describe('neo4j.conf', () => {
  it('lets Browser load guide and style from the pages when it has connected', () => {
    const lines = neo4jConf({ ...layout, pages: 'http://[::1]:8080' }).split('\n');

    expect(lines).toContain('browser.remote_content_hostname_whitelist=[::1]');
    expect(lines).toContain(
      'browser.post_connect_cmd=clear; style http://[::1]:8080/neo4j/style.grass; guide http://[::1]:8080/neo4j/guide.html',
    );
  });

  it('has no setting for Browser where no pages are known', () => {
    expect(neo4jConf(layout)).not.toContain('browser.');
  });
});

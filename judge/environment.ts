/** The environment every boxed process gets. */
export const BASE_ENV = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  HOME: '/w',
  TMPDIR: '/w',
  LANG: 'C.UTF-8',
  LC_ALL: 'C.UTF-8',
  ONLINE_JUDGE: '1',
}

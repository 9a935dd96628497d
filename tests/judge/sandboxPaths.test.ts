import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BoxFile, openSandbox, type RunSpec } from '#judge/sandbox/box.ts'
import { type Boxes, fate, MIB, openBoxes, SANDBOX_SOURCE } from './support/boxes.ts'

/** Prints where every link of /proc/self points, with its input mapped, and what every file there says. */
const TELLER = `
  #include <dirent.h>
  #include <fcntl.h>
  #include <stdio.h>
  #include <string.h>
  #include <sys/mman.h>
  #include <sys/stat.h>
  #include <unistd.h>
  static char bytes[1 << 16];
  static void tell(const char *path, int depth) {
    struct stat about;
    if (lstat(path, &about)) return;
    if (S_ISLNK(about.st_mode)) {
      ssize_t length = readlink(path, bytes, sizeof bytes - 1);
      if (length >= 0) printf("%s -> %.*s\\n", path, (int)length, bytes);
    } else if (S_ISREG(about.st_mode)) {
      if (strstr(path, "/mem") || strstr(path, "/pagemap")) return;
      int file = open(path, O_RDONLY | O_NONBLOCK);
      ssize_t got;
      while (file >= 0 && (got = read(file, bytes, sizeof bytes)) > 0) fwrite(bytes, 1, got, stdout);
      close(file);
    } else if (S_ISDIR(about.st_mode) && depth < 2) {
      DIR *folder = opendir(path);
      struct dirent *entry;
      char below[512];
      while (folder && (entry = readdir(folder))) {
        if (*entry->d_name == '.') continue;
        snprintf(below, sizeof below, "%s/%s", path, entry->d_name);
        tell(below, depth + 1);
      }
      if (folder) closedir(folder);
    }
  }
  int main(void) {
    if (mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, 0, 0) == MAP_FAILED) puts("no map");
    tell("/proc/self/fd", 0);
    tell("/proc/self/.", 0);
    return 0;
  }`

let boxes: Boxes
let teller: BoxFile
beforeAll(async () => {
  boxes = await openBoxes()
  teller = await boxes.compile(TELLER, 'teller')
})
afterAll(() => boxes.close())

const LIMITS = { outputBytes: MIB, cpuMs: 3000 }

/** All that a program can say of itself when it has this input. */
async function toldOf(rest: Partial<RunSpec>, wanted: Parameters<Boxes['withSlot']>[0] = {}) {
  return boxes.withSlot({ files: [teller], ...wanted }, async (slot) => {
    expect(fate(await slot.run(boxes.spec(['./teller'], LIMITS, rest)))).toBe('exited:0')
    return boxes.read('stdout')
  })
}

/** Where its descriptors point, by number. */
const streamsOf = (told: string) => {
  const links = told.matchAll(/^\/proc\/self\/fd\/(\d) -> (.*)$/gm)
  return Object.fromEntries([...links].map(([, number, target]) => [number, target]))
}

describe('a program', () => {
  it.each([
    ['sealed', {}],
    ['that may be written to', { writableBytes: MIB }],
    ['with the wider /proc', { fullProc: true }],
  ])('in a box %s learns no path of the host', async (_, wanted) => {
    const folder = dirname(boxes.at('input'))
    const told = await toldOf({}, wanted)
    expect(told).toContain('/w/teller')
    for (const word of [folder, basename(folder), `${homedir()}/`, SANDBOX_SOURCE, process.cwd()])
      expect(told).not.toContain(word)
  })

  it('has its streams by names that lead nowhere', async () => {
    const told = await toldOf({})
    expect(told).toMatch(/^[0-9a-f-]+ r--p .* \/input$/m)
    expect(streamsOf(told)).toEqual({
      0: '/input',
      1: expect.stringMatching(/^pipe:\[\d+\]$/),
      2: expect.stringMatching(/^pipe:\[\d+\]$/),
      3: '/proc/2/fd',
    })
  })

  it('has its input from the folder that is there now', async () => {
    const folder = dirname(boxes.write('input', 'hello\n'))
    const sandbox = await openSandbox({ slots: 1, inputs: join(folder, 'inputs') })
    const slot = await sandbox.acquire({ profile: 'run', files: [teller], writableBytes: 0, roots: [] })
    for (const name of ['first', 'second']) {
      mkdirSync(join(folder, 'inputs'))
      writeFileSync(join(folder, 'inputs', name), 'hello\n')
      const spec = boxes.spec(['./teller'], LIMITS, { stdin: join(folder, 'inputs', name) })
      expect(fate(await slot.run(spec))).toBe('exited:0')
      expect(streamsOf(boxes.read('stdout'))[0]).toBe(`/${name}`)
      rmSync(join(folder, 'inputs'), { recursive: true })
    }
    await sandbox.close()
  })

  it('has inputs from elsewhere, or that are not for everybody, as copies without a place', async () => {
    const elsewhere = `${SANDBOX_SOURCE}/check/acts.txt`
    const copied = '/memfd:input (deleted)'
    chmodSync(boxes.write('private', 'mine\n'), 0o600)
    for (const stdin of [elsewhere, boxes.at('private')]) {
      const told = await toldOf({ stdin })
      expect(streamsOf(told)[0]).toBe(copied)
      expect(told).not.toContain(SANDBOX_SOURCE)
    }
  })
})

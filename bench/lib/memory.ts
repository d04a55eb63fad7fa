import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Bytes of memory a process has to itself plus its share of what it has in common with others (Linux, PSS). */
export const memoryOf = async (pid: number): Promise<number> => {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
  return Number(/^Pss: +(\d+)/m.exec(text)?.[1] ?? 0) * 1024
}

const parentOf = async (pid: number): Promise<number> => {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1])
}

/** The process ids of a process and of everything it started. */
export const familyOf = async (pid: number): Promise<number[]> => {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const parents = new Map(await Promise.all(all.map(async (child) => [child, await parentOf(child)] as const)))
  const family = [pid]
  for (const member of family) {
    for (const [child, parent] of parents) if (parent === member) family.push(child)
  }
  return family
}

export const memoryOfAll = async (pids: readonly number[]): Promise<number> => {
  const sizes = await Promise.all(pids.map(memoryOf))
  return sizes.reduce((a, b) => a + b, 0)
}

/** The process id of the embedded database on a data folder. */
export const databasePid = async (dataDir: string): Promise<number> => {
  const file = join(dataDir, 'postgres', 'cluster', 'postmaster.pid')
  return Number((await readFile(file, 'utf8')).split('\n')[0])
}

const timesOf = async (pid: number) => {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
    .map(Number)
  return { own: (user + system) / 100, ended: (endedUser + endedSystem) / 100 }
}

/** Seconds of processor time that a process has taken so far. */
export const processorSeconds = async (pid: number): Promise<number> => (await timesOf(pid)).own

/** Seconds of processor time of the embedded database on a data folder, all its processes together, also those that ended. */
export const databaseSeconds = async (dataDir: string): Promise<number> => {
  const main = await databasePid(dataDir)
  const seconds = await Promise.all((await familyOf(main)).map(processorSeconds))
  return seconds.reduce((a, b) => a + b, (await timesOf(main)).ended)
}

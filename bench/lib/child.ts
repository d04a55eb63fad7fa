import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const children = new Set<ChildProcess>()

/** Ends every process that was started here; for the end of the run, also when it ends early. */
export const stopChildren = (): void => {
  for (const child of children) child.kill('SIGKILL')
}

type Reply = { id: number; result?: unknown; error?: string }

export type Helper = {
  /** Calls a function of the helper process by its name. */
  call: <T>(name: string, input?: unknown) => Promise<T>
  pid: number
  stop: () => Promise<void>
}

/** Starts a program of `bench/load/` as a process of its own and waits until it answers. */
export const startHelper = async (file: string): Promise<Helper> => {
  const path = fileURLToPath(new URL(`../load/${file}`, import.meta.url))
  const child = fork(path, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], serialization: 'advanced' })
  children.add(child)
  const open = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>()
  let next = 0
  child.on('message', (reply: Reply) => {
    const call = open.get(reply.id)
    open.delete(reply.id)
    if (reply.error === undefined) call?.resolve(reply.result as never)
    else call?.reject(new Error(`${file}: ${reply.error}`))
  })
  const ended = new Promise<void>((resolve) => {
    child.on('exit', () => {
      children.delete(child)
      for (const call of open.values()) call.reject(new Error(`${file} ended`))
      resolve()
    })
  })
  return {
    pid: child.pid ?? 0,
    call: (name, input) =>
      new Promise((resolve, reject) => {
        const id = next++
        open.set(id, { resolve, reject })
        child.send({ id, name, input: input ?? null })
      }),
    stop: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Starts a helper for one call and ends it. */
export const runHelper = async <T>(file: string, name: string, input: unknown): Promise<T> => {
  const helper = await startHelper(file)
  try {
    return await helper.call<T>(name, input)
  } finally {
    await helper.stop()
  }
}

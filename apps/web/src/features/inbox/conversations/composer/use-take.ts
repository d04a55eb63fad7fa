import { useCallback, useEffect, useRef } from 'react'
import { useKept } from './kept.ts'
import { type Recording, startRecording } from './voice-recording.ts'

type State = 'asking' | 'recording' | 'paused' | 'done' | 'refused' | 'missing'

/** A voice note while it is made. */
type Take = {
  state: State
  /** Milliseconds. */
  time: number
  levels: readonly number[]
  recording: Recording | null
  file: File | null
}

const tick = 100
export const bars = 40
/** WhatsApp takes 16 MB; a quarter of an hour is far below it (milliseconds). */
const longest = 15 * 60_000

const begun: Take = { state: 'asking', time: 0, levels: [], recording: null, file: null }
const hasSound = (take: Take | null) => take !== null && take.time > 0

/** The voice note of a conversation that was begun; null without one. */
const useTake = (conversationId: string) => useKept<Take | null>(conversationId, 'voice', null, hasSound)

/**
 * Records a voice note; it ends automatically before it gets too long. Leaving the conversation pauses it: it is there again
 * when someone comes back.
 */
export const useRecording = (conversationId: string) => {
  const [kept, set] = useTake(conversationId)
  const take = kept ?? begun
  const latest = useRef(take)
  latest.current = take
  const change = useCallback((part: Partial<Take>) => set((now) => ({ ...(now ?? begun), ...part })), [set])

  useEffect(() => {
    let left = false
    if (latest.current.state === 'asking')
      startRecording().then(
        (recording) => {
          if (left) return recording.cancel()
          change({ recording, state: 'recording' })
        },
        (error: unknown) => {
          const isMissing = error instanceof DOMException && error.name === 'NotFoundError'
          if (!left) change({ state: isMissing ? 'missing' : 'refused' })
        },
      )
    return () => {
      left = true
      const { recording, state, file } = latest.current
      if (state === 'recording' && recording) {
        recording.pause()
        change({ state: 'paused' })
      } else if (!recording && !file && state !== 'done') set(null)
    }
  }, [change, set])

  const stop = useCallback(async (): Promise<File | null> => {
    const { recording, file } = latest.current
    if (!recording) return file
    latest.current = { ...latest.current, recording: null, state: 'done' }
    const recorded = await recording.stop()
    change({ recording: null, file: recorded, state: 'done' })
    return recorded
  }, [change])
  useEffect(() => {
    if (take.state !== 'recording') return
    const timer = setInterval(() => {
      set((now) => {
        const { time, levels, recording } = now ?? begun
        return { ...(now ?? begun), time: time + tick, levels: [...levels, recording?.level() ?? 0].slice(-bars) }
      })
    }, tick)
    return () => clearInterval(timer)
  }, [take.state, set])
  useEffect(() => {
    if (take.time >= longest) void stop()
  }, [take.time, stop])

  const pause = () => {
    const isRunning = take.state === 'recording'
    if (isRunning) take.recording?.pause()
    else take.recording?.resume()
    change({ state: isRunning ? 'paused' : 'recording' })
  }
  /** Throws it away, or forgets what was handed over. */
  const drop = () => {
    latest.current.recording?.cancel()
    latest.current = begun
    set(null)
  }
  return { ...take, stop, pause, drop }
}

import { useEffect, useState } from 'react'

const bars = 44
/** Larger sounds are not decoded for their picture (bytes). */
const largest = 3 * 1024 * 1024

/** The loudest sample of each of so many equal stretches, from 0 to 1, the loudest of all being 1. */
export const peaksOf = (samples: Float32Array, count = bars): number[] => {
  const size = Math.max(1, Math.floor(samples.length / count))
  const peaks = Array.from({ length: count }, (_, index) => {
    let most = 0
    for (let at = index * size; at < (index + 1) * size; at += 16) most = Math.max(most, Math.abs(samples[at] ?? 0))
    return most
  })
  const top = Math.max(...peaks, 0.01)
  return peaks.map((peak) => peak / top)
}

const known = new Map<string, Promise<number[] | null>>()
/** One sound is decoded after the other, so that opening a conversation full of them stays quick. */
let queue: Promise<unknown> = Promise.resolve()

const download = async (src: string): Promise<ArrayBuffer | null> => {
  const answer = await fetch(src)
  const small = answer.ok && Number(answer.headers.get('content-length') ?? 0) <= largest
  return small ? answer.arrayBuffer() : null
}

const decode = async (src: string, recorded: Blob | undefined): Promise<number[] | null> => {
  if (typeof OfflineAudioContext === 'undefined') return null
  // The page may fetch from its servers alone, so not from the address of what it has itself.
  const bytes = recorded ? await recorded.arrayBuffer() : await download(src)
  if (!bytes) return null
  const sound = await new OfflineAudioContext(1, 1, 16_000).decodeAudioData(bytes)
  return peaksOf(sound.getChannelData(0))
}

const peaksFor = (key: string, src: string, recorded: Blob | undefined): Promise<number[] | null> => {
  const asked = known.get(key)
  if (asked) return asked
  // A sound that cannot be decoded is shown as an even line.
  const made = queue.then(() => decode(src, recorded).catch(() => null))
  queue = made
  known.set(key, made)
  return made
}

/** How loud a sound is along its length; null until that is known, or for good. `recorded` is what was recorded here. */
export const usePeaks = (src: string, wanted: boolean, recorded?: Blob): number[] | null => {
  const [peaks, setPeaks] = useState<number[] | null>(null)
  // The address of bytes is signed again each time; its path names the file.
  const key = src.split('?')[0] ?? src
  useEffect(() => {
    if (!wanted) return
    let left = false
    void peaksFor(key, src, recorded).then((found) => !left && setPeaks(found))
    return () => {
      left = true
    }
  }, [key, src, wanted, recorded])
  return peaks
}

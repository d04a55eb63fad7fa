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

const decode = async (src: string): Promise<number[] | null> => {
  if (typeof OfflineAudioContext === 'undefined') return null
  const answer = await fetch(src)
  if (!answer.ok || Number(answer.headers.get('content-length') ?? 0) > largest) return null
  const sound = await new OfflineAudioContext(1, 1, 16_000).decodeAudioData(await answer.arrayBuffer())
  return peaksOf(sound.getChannelData(0))
}

const peaksFor = (key: string, src: string): Promise<number[] | null> => {
  const asked = known.get(key)
  if (asked) return asked
  // A sound that cannot be decoded is shown as an even line.
  const made = queue.then(() => decode(src).catch(() => null))
  queue = made
  known.set(key, made)
  return made
}

/** How loud a sound is along its length; null until that is known, or for good. */
export const usePeaks = (src: string, wanted: boolean): number[] | null => {
  const [peaks, setPeaks] = useState<number[] | null>(null)
  // The address of bytes is signed anew each time; its path names the file.
  const key = src.split('?')[0] ?? src
  useEffect(() => {
    if (!wanted) return
    let left = false
    void peaksFor(key, src).then((found) => !left && setPeaks(found))
    return () => {
      left = true
    }
  }, [key, src, wanted])
  return peaks
}

let audio: AudioContext | null = null

const note = (context: AudioContext, frequency: number, at: number) => {
  const tone = context.createOscillator()
  const volume = context.createGain()
  tone.frequency.value = frequency
  volume.gain.setValueAtTime(0.0001, at)
  volume.gain.exponentialRampToValueAtTime(0.18, at + 0.015)
  volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.28)
  tone.connect(volume).connect(context.destination)
  tone.start(at)
  tone.stop(at + 0.3)
}

/** Two soft notes. Silent while the browser does not allow sound yet, which takes a first click on the page. */
export const chime = async (): Promise<void> => {
  audio ??= new AudioContext()
  if (audio.state === 'suspended') await audio.resume()
  note(audio, 659, audio.currentTime)
  note(audio, 880, audio.currentTime + 0.13)
}

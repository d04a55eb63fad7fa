/** What WhatsApp takes as it is, then what the server wraps again, then what is sent as a sound. */
const types = ['audio/ogg;codecs=opus', 'audio/webm;codecs=opus', 'audio/mp4'] as const

const recordingType = (): string | null =>
  typeof MediaRecorder === 'undefined' ? null : (types.find((type) => MediaRecorder.isTypeSupported(type)) ?? null)

const endingOf = (type: string): string => type.slice('audio/'.length).split(';')[0] ?? 'webm'

/** A microphone being recorded in one channel. `level` is from 0 to 1. Throws what `getUserMedia` throws. */
export const startRecording = async () => {
  const type = recordingType()
  if (!type) throw new DOMException('No recorder', 'NotSupportedError')
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true },
  })
  const context = new AudioContext()
  const source = context.createMediaStreamSource(stream)
  const analyser = context.createAnalyser()
  analyser.fftSize = 2048
  // WhatsApp takes one channel only, whatever the microphone gives.
  const mono = context.createMediaStreamDestination()
  mono.channelCount = 1
  mono.channelCountMode = 'explicit'
  source.connect(analyser)
  source.connect(mono)
  const recorder = new MediaRecorder(mono.stream, { mimeType: type, audioBitsPerSecond: 32_000 })
  const chunks: Blob[] = []
  recorder.ondataavailable = ({ data }) => void (data.size > 0 && chunks.push(data))
  recorder.start(500)
  const samples = new Uint8Array(analyser.fftSize)

  const release = (): void => {
    for (const track of stream.getTracks()) track.stop()
    void context.close()
  }
  return {
    pause: () => recorder.pause(),
    resume: () => recorder.resume(),
    level: (): number => {
      analyser.getByteTimeDomainData(samples)
      const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample - 128)), 0)
      return Math.min(1, loudest / 90)
    },
    /** Ends the recording and answers it as a file. */
    stop: (): Promise<File> =>
      new Promise((resolve) => {
        recorder.onstop = () => {
          release()
          resolve(new File(chunks, `voice.${endingOf(type)}`, { type: type.split(';')[0] ?? type }))
        }
        recorder.stop()
      }),
    cancel: (): void => {
      if (recorder.state !== 'inactive') recorder.stop()
      release()
    },
  }
}
export type Recording = Awaited<ReturnType<typeof startRecording>>

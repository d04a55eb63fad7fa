import { ActionIcon, UnstyledButton } from '@mantine/core'
import { IconMicrophone, IconMusic, IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ByPlace } from '#web/components/content/by-place.tsx'
import classes from './media.module.css'
import { usePeaks } from './use-peaks.ts'

const speeds = [1, 1.5, 2] as const

const clock = (seconds: number): string => {
  const whole = Number.isFinite(seconds) ? Math.floor(seconds) : 0
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

const Wave = ({ peaks, part }: { peaks: readonly number[]; part: number }) => (
  <span className={classes.wave} aria-hidden="true">
    <ByPlace items={peaks}>
      {(peak, index) => (
        <i
          data-played={index / peaks.length < part || undefined}
          style={{ height: `${Math.max(10, Math.round(peak * 100))}%` }}
        />
      )}
    </ByPlace>
  </span>
)

type Props = {
  src: string
  voice: boolean
  /** What was just recorded under that address: browsers write no length (seconds) into it. */
  recorded?: { file: Blob; length: number }
  onBroken: () => void
}

/** A voice note or a sound: play, seek, and faster. */
export const AudioPlayer = ({ src, voice, recorded, onBroken }: Props) => {
  const { t } = useTranslation('inbox/conversations')
  const audio = useRef<HTMLAudioElement>(null)
  const [playing, setPlaying] = useState(false)
  const [speed, setSpeed] = useState<number>(1)
  const [at, setAt] = useState(0)
  const [length, setLength] = useState(recorded?.length ?? 0)

  const toggle = () => {
    const player = audio.current
    if (!player) return
    if (playing) player.pause()
    // A file that cannot be played is reported by `onError`; after a refusal by the browser the button offers to try again.
    else void player.play().catch(() => setPlaying(false))
  }
  const faster = () => {
    const next = speeds[(speeds.indexOf(speed as (typeof speeds)[number]) + 1) % speeds.length] ?? 1
    setSpeed(next)
    if (audio.current) audio.current.playbackRate = next
  }
  const seek = (to: number) => {
    setAt(to)
    if (audio.current) audio.current.currentTime = to
  }
  const peaks = usePeaks(src, voice, recorded?.file)
  const Icon = voice ? IconMicrophone : IconMusic

  return (
    <div className={classes.audio}>
      {/* biome-ignore lint/a11y/useMediaCaption: customers' sounds have no captions */}
      <audio
        ref={audio}
        src={src}
        preload="metadata"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => setAt(0)}
        onTimeUpdate={(event) => setAt(event.currentTarget.currentTime)}
        onLoadedMetadata={({ currentTarget: { duration } }) => {
          if (Number.isFinite(duration)) setLength(duration)
        }}
        onError={onBroken}
      />
      <ActionIcon
        variant="filled"
        color="petrol"
        radius="xl"
        size={36}
        onClick={toggle}
        aria-label={t(playing ? 'audio.pause' : 'audio.play')}
      >
        {playing ? <IconPlayerPauseFilled size={16} /> : <IconPlayerPlayFilled size={16} />}
      </ActionIcon>
      <div className={classes.audioBar}>
        {peaks ? <Wave peaks={peaks} part={length > 0 ? at / length : 0} /> : null}
        <input
          type="range"
          data-wave={peaks ? true : undefined}
          min={0}
          max={length > 0 ? length : 1}
          step={0.1}
          value={Math.min(at, length || 1)}
          aria-label={t('audio.position')}
          aria-valuetext={`${clock(at)} / ${clock(length)}`}
          onChange={(event) => seek(Number(event.currentTarget.value))}
        />
        <span className={classes.audioTime}>
          <Icon size={13} aria-hidden="true" /> {clock(playing || at > 0 ? at : length)}
        </span>
      </div>
      <UnstyledButton className={classes.speed} onClick={faster} aria-label={t('audio.speed', { speed })}>
        {speed}×
      </UnstyledButton>
    </div>
  )
}

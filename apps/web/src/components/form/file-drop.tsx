import { Button, FileButton, Progress, Stack, Text } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import classes from './file-drop.module.css'
import { FormFailure } from './form-failure.tsx'

type Props = {
  /** Names the place, and says what can be dropped there. */
  label: string
  hint: ReactNode
  choose: string
  accept: string
  /** What happens to the chosen file, and how much of it is done, from 0 to 1. */
  work: { label: string; fraction: number } | null
  error?: string | null
  onFile: (file: File) => void
}

/** Where one file can be dropped, from any place of the area, or chosen. */
export const FileDrop = ({ label, hint, choose, accept, work, error, onFile }: Props) => {
  const area = useRef<HTMLElement>(null)
  const take = useRef(onFile)
  const reset = useRef<() => void>(null)
  const [over, setOver] = useState(false)
  const busy = work !== null
  useEffect(() => {
    take.current = onFile
  })
  useEffect(() => {
    const place = area.current
    if (!place) return
    const enter = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      // Without this the browser would open the file instead of the page, also while another one is sent.
      event.preventDefault()
      setOver(!busy)
    }
    const leave = (event: DragEvent) => {
      if (!(event.relatedTarget instanceof Node && place.contains(event.relatedTarget))) setOver(false)
    }
    const drop = (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      const [file] = event.dataTransfer?.files ?? []
      if (file && !busy) take.current(file)
    }
    const listeners = { dragenter: enter, dragover: enter, dragleave: leave, drop } as const
    for (const [name, listener] of Object.entries(listeners)) place.addEventListener(name, listener as EventListener)
    return () => {
      for (const [name, listener] of Object.entries(listeners))
        place.removeEventListener(name, listener as EventListener)
    }
  }, [busy])
  return (
    <Stack gap="sm">
      <section ref={area} className={classes.area} data-over={over || undefined} aria-label={label} aria-busy={busy}>
        <IconFileUpload size={32} stroke={1.5} aria-hidden="true" />
        {work ? (
          <>
            <Text size="sm" role="status" style={{ overflowWrap: 'anywhere' }}>
              {work.label}
            </Text>
            <Progress w="min(320px, 100%)" value={work.fraction * 100} aria-label={work.label} />
          </>
        ) : (
          <>
            <Text fw={600}>{label}</Text>
            <FileButton
              accept={accept}
              resetRef={reset}
              onChange={(file) => {
                // The same file, corrected, can be chosen again.
                reset.current?.()
                if (file) onFile(file)
              }}
            >
              {(props) => (
                <Button {...props} variant="light">
                  {choose}
                </Button>
              )}
            </FileButton>
            <Text size="sm" c="dimmed">
              {hint}
            </Text>
          </>
        )}
      </section>
      <FormFailure>{error}</FormFailure>
    </Stack>
  )
}

import { Button, FileButton, Group, Progress, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#web/lib/api/error-text.ts'

type TextName = 'choose' | 'remove' | 'hint' | 'wrongType' | 'tooLarge' | 'progress'

type Props = {
  /** The picture as it is now, or what stands in for it. */
  preview: ReactNode
  shown: boolean
  types: readonly string[]
  /** Largest file, in bytes. */
  maxBytes: number
  text: (name: TextName) => string
  send: (file: File, onProgress: (fraction: number) => void) => Promise<unknown>
  drop: () => Promise<unknown>
}

/** One picture that can be chosen, replaced and removed; what is wrong with a file is said before it is sent. */
export const ImageField = ({ preview, shown, types, maxBytes, text, send, drop }: Props) => {
  const { t } = useTranslation('errors')
  const [progress, setProgress] = useState(0)
  const [refused, setRefused] = useState<string | null>(null)
  const sending = useMutation({ mutationFn: (file: File) => send(file, setProgress), meta: { quiet: true } })
  const dropping = useMutation({ mutationFn: drop, meta: { quiet: true } })

  const choose = (file: File | null) => {
    if (!file) return
    setRefused(null)
    if (!types.includes(file.type)) return setRefused(text('wrongType'))
    if (file.size > maxBytes) return setRefused(text('tooLarge'))
    setProgress(0)
    sending.mutate(file)
  }

  const error = sending.error ?? dropping.error
  const problem = refused ?? (error ? errorText(t, error) : null)
  return (
    <Group gap="lg" mb="lg">
      {preview}
      <div style={{ flex: 1 }}>
        <Group gap="sm">
          <FileButton onChange={choose} accept={types.join(',')}>
            {(props) => (
              <Button variant="default" size="sm" loading={sending.isPending} {...props}>
                {text('choose')}
              </Button>
            )}
          </FileButton>
          {shown ? (
            <Button
              variant="subtle"
              size="sm"
              color="red"
              loading={dropping.isPending}
              onClick={() => dropping.mutate()}
            >
              {text('remove')}
            </Button>
          ) : null}
        </Group>
        {sending.isPending ? <Progress value={progress * 100} size="sm" mt="xs" aria-label={text('progress')} /> : null}
        <Text
          size="xs"
          c={problem ? 'var(--mantine-color-error)' : 'dimmed'}
          mt={6}
          role={problem ? 'alert' : undefined}
        >
          {problem ?? text('hint')}
        </Text>
      </div>
    </Group>
  )
}

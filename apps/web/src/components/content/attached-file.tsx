import { ActionIcon, Button, FileButton, Group, Input, Progress, Text } from '@mantine/core'
import { IconFile, IconPaperclip, IconX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#web/lib/api/error-text.ts'

type Texts = { label: string; hint: string; choose: string; remove: string; progress: string }

type Props<F> = {
  /** Name of the file that is there. */
  name: string | null
  texts: Texts
  accept?: string
  error?: ReactNode
  /** The reason a chosen file is rejected; it is not uploaded then. */
  refuse: (file: File) => string | null
  send: (file: File, onProgress: (fraction: number) => void) => Promise<F>
  onStored: (file: F) => void
  onRemove: () => void
}

/** One file of a form: stored as soon as it is chosen, and named where it is there. */
export const AttachedFile = <F,>({ name, texts, accept, error, refuse, send, onStored, onRemove }: Props<F>) => {
  const { t } = useTranslation('errors')
  const [progress, setProgress] = useState(0)
  const [refused, setRefused] = useState<string | null>(null)
  const sending = useMutation({
    mutationFn: (file: File) => send(file, setProgress),
    onSuccess: onStored,
    meta: { quiet: true },
  })
  const problem = refused ?? (sending.error ? errorText(t, sending.error) : error)
  return (
    <Input.Wrapper label={texts.label} description={texts.hint} error={problem} labelElement="div">
      {name === null ? (
        <FileButton
          {...(accept ? { accept } : {})}
          onChange={(file) => {
            if (!file) return
            const reason = refuse(file)
            setRefused(reason)
            sending.reset()
            if (reason) return
            setProgress(0)
            sending.mutate(file)
          }}
        >
          {(props) => (
            <Button
              {...props}
              mt={6}
              size="compact-sm"
              variant="light"
              leftSection={<IconPaperclip size={16} aria-hidden="true" />}
              loading={sending.isPending}
            >
              {texts.choose}
            </Button>
          )}
        </FileButton>
      ) : (
        <Group gap={6} wrap="nowrap" mt={6}>
          <IconFile size={18} aria-hidden="true" />
          <Text size="sm" truncate>
            {name}
          </Text>
          <ActionIcon
            size={28}
            aria-label={texts.remove}
            onClick={() => {
              sending.reset()
              onRemove()
            }}
          >
            <IconX size={16} />
          </ActionIcon>
        </Group>
      )}
      {sending.isPending ? <Progress value={progress * 100} size="sm" mt={6} aria-label={texts.progress} /> : null}
    </Input.Wrapper>
  )
}

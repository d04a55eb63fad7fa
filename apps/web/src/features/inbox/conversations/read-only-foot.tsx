import { Text, Textarea } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '#web/components/feedback/copy-button.tsx'
import { browserStore } from '#web/lib/ui/browser-store.ts'
import classes from './chat.module.css'
import { type DraftMode, readDraft } from './drafts.ts'

const modes: readonly DraftMode[] = ['reply', 'note']

/** Stands in the place of the field for whoever may not answer (any more), with what they had begun to write. */
export const ReadOnlyFoot = ({ conversationId }: { conversationId: string }) => {
  const { t } = useTranslation('inbox/conversations')
  const [drafts, setDrafts] = useState<{ mode: DraftMode; text: string }[]>([])
  // The field that stood here writes its last keys down as it goes.
  useEffect(() => {
    setDrafts(modes.map((mode) => ({ mode, text: readDraft(browserStore(), conversationId, mode) })))
  }, [conversationId])
  return (
    <div className={classes.readOnly}>
      <Text size="sm" c="dimmed" ta="center">
        {t('readOnly')}
      </Text>
      {drafts
        .filter(({ text }) => text !== '')
        .map(({ mode, text }) => (
          <Textarea
            key={mode}
            mt="xs"
            size="sm"
            autosize
            maxRows={5}
            readOnly
            label={t(mode === 'note' ? 'draftKept.note' : 'draftKept.reply')}
            value={text}
            rightSection={<CopyButton value={text} size="xs" />}
          />
        ))}
    </div>
  )
}

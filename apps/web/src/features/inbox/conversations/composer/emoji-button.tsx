import { ActionIcon, Loader, Popover, Tooltip } from '@mantine/core'
import { IconMoodSmile } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyCode } from '#web/components/page/lazy-component.tsx'

const EmojiPanel = lazyCode(async () => (await import('./emoji-panel.tsx')).EmojiPanel)

/** Opens the emoji; they are loaded when first asked for. */
export const EmojiButton = ({ onPick }: { onPick: (emoji: string) => void }) => {
  const { t } = useTranslation('inbox/conversations')
  const [opened, setOpened] = useState(false)
  return (
    <Popover opened={opened} onChange={setOpened} position="top-start" shadow="lg" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <Tooltip label={t('emoji.open')} disabled={opened}>
          <ActionIcon
            size={36}
            aria-label={t('emoji.open')}
            aria-haspopup="dialog"
            aria-expanded={opened}
            onClick={() => setOpened(!opened)}
          >
            <IconMoodSmile size={21} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={t('emoji.label')}>
        {opened ? (
          <Suspense fallback={<Loader m="md" size="sm" />}>
            <EmojiPanel
              onPick={(emoji) => {
                onPick(emoji)
                setOpened(false)
              }}
            />
          </Suspense>
        ) : null}
      </Popover.Dropdown>
    </Popover>
  )
}

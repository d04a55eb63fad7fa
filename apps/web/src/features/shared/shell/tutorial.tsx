import { Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useDisclosure, useLocalStorage } from '@mantine/hooks'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { lazyWindow } from '#web/components/page/lazy-window.tsx'
import menu from '#web/components/page/menu-link.module.css'
import classes from './tutorial.module.css'

const TutorialWindow = lazyWindow(async () => (await import('./tutorial-window.tsx')).TutorialWindow)

type Props = { url: string; language: 'en' | 'pt'; rail: boolean }

/** Opens the tutorial video; marked as new until it was opened once. */
export const Tutorial = ({ url, language, rail }: Props) => {
  const { t } = useTranslation()
  const [opened, { open, close }] = useDisclosure(false)
  const [seen, setSeen] = useLocalStorage<string[]>({ key: 'tutorials-seen', defaultValue: [] })
  const isNew = !seen.includes(url)
  return (
    <>
      <Tooltip label={t('shell.tutorial')} position="right" disabled={!rail}>
        <UnstyledButton
          className={menu.link ?? ''}
          data-rail={rail || undefined}
          onClick={() => {
            open()
            if (isNew) setSeen([...seen.slice(-9), url])
          }}
        >
          <IconPlayerPlay size={20} stroke={1.7} />
          {rail ? (
            <VisuallyHidden>{t('shell.tutorial')}</VisuallyHidden>
          ) : (
            <span className={menu.label}>{t('shell.tutorial')}</span>
          )}
          {isNew ? (
            <span className={classes.new}>
              <VisuallyHidden>{` (${t('shell.tutorialNew')})`}</VisuallyHidden>
            </span>
          ) : null}
        </UnstyledButton>
      </Tooltip>
      <TutorialWindow url={url} language={language} opened={opened} onClose={close} />
    </>
  )
}

import { Modal, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useDisclosure, useLocalStorage } from '@mantine/hooks'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import menu from '#web/components/page/menu-link.module.css'
import { appInfoQuery } from '#web/queries/app-info.ts'
import classes from './tutorial.module.css'

const isFile = (url: string): boolean => /\.(mp4|webm|ogv)(\?|$)/i.test(url)

/** Players know this parameter of YouTube's; others ignore it. */
const withCaptions = (url: string, language: string): string => {
  const address = new URL(url, window.location.origin)
  address.searchParams.set('cc_load_policy', '1')
  address.searchParams.set('cc_lang_pref', language)
  return address.href
}

const Player = ({ url, language, title }: { url: string; language: string; title: string }) => {
  if (!isFile(url)) {
    return (
      <iframe
        className={classes.player}
        src={withCaptions(url, language)}
        title={title}
        allow="fullscreen; encrypted-media; picture-in-picture"
        referrerPolicy="strict-origin-when-cross-origin"
      />
    )
  }
  return (
    <video className={classes.player} src={url} controls aria-label={title}>
      <track kind="captions" srcLang={language} src={url.replace(/\.(mp4|webm|ogv)/i, '.vtt')} default />
    </video>
  )
}

/** The tutorial video, where the installation has one in the reader's language. Only its own control closes it. */
export const Tutorial = ({ rail }: { rail: boolean }) => {
  const { t, i18n } = useTranslation()
  const language = i18n.language === 'pt' ? 'pt' : 'en'
  const { data } = useQuery(appInfoQuery)
  const [opened, { open, close }] = useDisclosure(false)
  const [seen, setSeen] = useLocalStorage<string[]>({ key: 'tutorials-seen', defaultValue: [] })
  const url = data?.tutorial?.[language] ?? ''
  if (url === '') return null
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
      <Modal
        opened={opened}
        onClose={close}
        title={t('shell.tutorial')}
        size="xl"
        closeOnClickOutside={false}
        closeOnEscape={false}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        <Player url={url} language={language} title={t('shell.tutorial')} />
      </Modal>
    </>
  )
}

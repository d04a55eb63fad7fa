import { Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
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

type Props = { url: string; language: string; opened: boolean; onClose: () => void }

/** The tutorial video. Only its own control closes it. */
export const TutorialWindow = ({ url, language, opened, onClose }: Props) => {
  const { t } = useTranslation()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('shell.tutorial')}
      size="xl"
      closeOnClickOutside={false}
      closeOnEscape={false}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Player url={url} language={language} title={t('shell.tutorial')} />
    </Modal>
  )
}

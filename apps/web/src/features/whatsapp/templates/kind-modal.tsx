import { Modal, Text, UnstyledButton } from '@mantine/core'
import { IconBooks } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type TemplateKind, templateKinds } from './editor/kinds.ts'
import { KindPicture } from './kind-picture.tsx'
import classes from './kinds.module.css'

type CardProps = { title: string; text: string; picture: ReactNode; current?: boolean; onPick: () => void }

const KindCard = ({ title, text, picture, current = false, onPick }: CardProps) => (
  <li>
    <UnstyledButton className={classes.kind ?? ''} onClick={onPick} {...(current ? { 'aria-current': true } : {})}>
      <span className={classes.stage}>{picture}</span>
      <span>
        <Text span display="block" fw={600} mb={2}>
          {title}
        </Text>
        <Text span display="block" size="sm" c="dimmed">
          {text}
        </Text>
      </span>
    </UnstyledButton>
  </li>
)

type Props = {
  title: string
  text?: string
  /** The current kind. */
  current?: TemplateKind
  onPick: (kind: TemplateKind) => void
  /** Opens the gallery of ready-made templates instead. */
  onReady?: () => void
  onClose: () => void
}

/** Chooses the kind of a template; each kind has a picture and a sentence. */
export const KindModal = ({ title, text, current, onPick, onReady, onClose }: Props) => {
  const { t } = useTranslation('whatsapp/templates')
  return (
    <Modal opened onClose={onClose} title={title} size={760} closeButtonProps={{ 'aria-label': t('common:close') }}>
      {text ? (
        <Text size="sm" mb="md">
          {text}
        </Text>
      ) : null}
      <ul className={classes.kinds}>
        {templateKinds.map((kind) => (
          <KindCard
            key={kind}
            title={t(`kind.${kind}`)}
            text={t(`kind.about.${kind}`)}
            picture={<KindPicture kind={kind} />}
            current={kind === current}
            onPick={() => onPick(kind)}
          />
        ))}
        {onReady ? (
          <KindCard
            title={t('gallery.title')}
            text={t('gallery.about')}
            picture={<IconBooks size={48} stroke={1.2} style={{ margin: 16 }} aria-hidden="true" />}
            onPick={onReady}
          />
        ) : null}
      </ul>
    </Modal>
  )
}

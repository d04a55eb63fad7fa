import { UnstyledButton } from '@mantine/core'
import type { ContactCard } from '@recado/contracts/contacts/contacts'
import { IconBriefcase, IconMail, IconPhone, IconUserCheck } from '@tabler/icons-react'
import { type ComponentType, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MarketingStatus } from '#web/components/contact/marketing-status.tsx'
import { useStages } from '#web/components/contact/stages.ts'
import { LabelBadge } from '#web/components/content/label-badge.tsx'
import { StatusText } from '#web/components/content/status-text.tsx'
import { CopyButton } from '#web/components/feedback/copy-button.tsx'
import { showPhone } from '#web/lib/i18n/phone.ts'
import classes from './facts.module.css'

/** How far a contact has come, and whether marketing may be sent to them. */
export const ContactStatus = ({ contact }: { contact: ContactCard }) => {
  const { t } = useTranslation('contacts/contact')
  const { nameOf } = useStages()
  const stage = contact.lifecycle && nameOf(contact.lifecycle)
  return (
    <span className={classes.status}>
      {stage ? <span className={classes.stage}>{stage}</span> : null}
      {contact.blocked ? <StatusText tone="bad">{t('block.title')}</StatusText> : null}
      <MarketingStatus state={contact.marketing} />
    </span>
  )
}

type FactProps = { icon: ComponentType<{ size?: number; stroke?: number }>; children: ReactNode }

const Fact = ({ icon: Icon, children }: FactProps) => (
  <span className={classes.fact}>
    <Icon size={16} stroke={1.7} />
    {children}
  </span>
)

/** More tags than these are shown when they are asked for. */
const firstTags = 8

const Tags = ({ tags }: { tags: ContactCard['tagBadges'] }) => {
  const { t } = useTranslation('contacts/contact')
  const [isOpen, setIsOpen] = useState(false)
  const hidden = tags.length > firstTags + 1 ? tags.length - firstTags : 0
  const shown = hidden > 0 && !isOpen ? tags.slice(0, firstTags) : tags
  return (
    <>
      {shown.map((tag) => (
        <LabelBadge key={tag.id} label={tag} />
      ))}
      {hidden > 0 ? (
        <UnstyledButton className={classes.more ?? ''} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? t('fewerTags') : t('moreTags', { count: hidden })}
        </UnstyledButton>
      ) : null}
    </>
  )
}

/** How a contact is reached, who looks after them, and their tags. */
export const ContactFacts = ({ contact }: { contact: ContactCard }) => {
  const { t } = useTranslation('contacts/contact')
  const { phone, username, email, owner, organization, tagBadges } = contact
  return (
    <div className={classes.facts}>
      {phone ? (
        <Fact icon={IconPhone}>
          {showPhone(phone)}
          {phone.includes('•') ? null : <CopyButton size="xs" value={phone} label={t('copyPhone')} />}
        </Fact>
      ) : username ? (
        <Fact icon={IconPhone}>@{username.replace(/^@/, '')}</Fact>
      ) : null}
      {email ? <Fact icon={IconMail}>{email}</Fact> : null}
      {organization ? (
        <Fact icon={IconBriefcase}>
          <bdi>{organization}</bdi>
        </Fact>
      ) : null}
      <Fact icon={IconUserCheck}>{owner ? t('ownedBy', { name: owner.name }) : t('noOwner')}</Fact>
      <Tags tags={tagBadges} />
    </div>
  )
}

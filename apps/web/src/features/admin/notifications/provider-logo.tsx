import {
  IconBell,
  IconBrandAws,
  IconBrandAzure,
  IconBrandOffice,
  IconBrandSlack,
  IconBrandTeams,
  IconMail,
  IconMessage2,
  IconServer2,
  IconWebhook,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { Avatar } from '#web/components/content/avatar.tsx'
import { providerMarks } from './provider-marks.ts'
import classes from './providers.module.css'

type Icon = ComponentType<{ size?: number; stroke?: number }>

/** Icons for providers that Simple Icons does not have, and for generic ones. */
const icons: Readonly<Record<string, Icon>> = {
  slack: IconBrandSlack,
  msteams: IconBrandTeams,
  ses: IconBrandAws,
  sns: IconBrandAws,
  'azure-sms': IconBrandAzure,
  outlook365: IconBrandOffice,
  nodemailer: IconServer2,
  'email-webhook': IconWebhook,
  'push-webhook': IconWebhook,
  'generic-sms': IconWebhook,
  novu: IconBell,
  'novu-email': IconMail,
  'novu-sms': IconMessage2,
}

/** The logo of a provider, or its initials. Decorative: the name is shown beside it. */
export const ProviderLogo = ({ id, name }: { id: string; name: string }) => {
  const mark = providerMarks[id]
  const Drawn = icons[id]
  if (!mark && !Drawn) return <Avatar name={name} size={40} radius="md" />
  return (
    <span className={classes.logo} aria-hidden="true">
      {mark ? (
        <svg viewBox="0 0 24 24" width={22} height={22} fill={mark.color ?? 'currentColor'} aria-hidden="true">
          <path d={mark.path} />
        </svg>
      ) : Drawn ? (
        <Drawn size={22} stroke={1.7} />
      ) : null}
    </span>
  )
}

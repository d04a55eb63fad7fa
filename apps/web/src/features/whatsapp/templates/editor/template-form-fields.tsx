import { Stack } from '@mantine/core'
import { AdvancedFields } from './advanced-fields.tsx'
import { AuthenticationFields } from './authentication-fields.tsx'
import { CarouselFields } from './carousel-fields.tsx'
import { CategoryField } from './category-field.tsx'
import type { FormProps } from './form-props.ts'
import { kindOf } from './kinds.ts'
import { MessageButtons, MessageFields } from './message-fields.tsx'
import { OfferFields } from './offer-fields.tsx'

const KindFields = (props: FormProps) => {
  const kind = kindOf(props.content)
  if (kind === 'code') return <AuthenticationFields {...props} />
  return (
    <>
      <MessageFields {...props} />
      {kind === 'offer' ? <OfferFields {...props} /> : null}
      {kind === 'carousel' ? <CarouselFields {...props} /> : <MessageButtons {...props} />}
    </>
  )
}

/** Everything that can be written of a template. */
export const TemplateFormFields = (props: FormProps) => (
  <Stack gap="md">
    <CategoryField {...props} />
    <KindFields {...props} />
    <AdvancedFields {...props} />
  </Stack>
)

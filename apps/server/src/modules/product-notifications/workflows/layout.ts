const font = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** The page of the product's own mails. `brand` is in every trigger of the product. */
export const mailLayout = {
  name: 'Recado',
  identifier: 'recado',
  description: 'The layout of the emails the product sends',
  content: `<!doctype html>
<html lang="{{#if subscriber.locale}}{{subscriber.locale}}{{else}}en{{/if}}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light"></head>
<body style="margin:0;padding:0;background:#f1f3f5;${font}">
{{#if preheader}}<div style="display:none;max-height:0;overflow:hidden">{{preheader}}</div>{{/if}}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f1f3f5"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="padding:0 8px 16px;font-size:18px;line-height:24px;font-weight:700;color:#0b7285">{{#if branding.logo}}<img src="{{branding.logo}}" alt="{{brand.name}}" height="40" style="height:40px">{{else}}{{brand.name}}{{/if}}</td></tr>
<tr><td style="padding:32px;border-radius:12px;background:#ffffff;font-size:16px;line-height:24px;color:#343a40">
{{{body}}}
</td></tr>
<tr><td style="padding:16px 8px;font-size:13px;line-height:20px;color:#5c636a">{{#if brand}}{{#eq subscriber.locale "pt"}}Você recebeu este e-mail porque tem uma conta no {{brand.name}}.{{#if brand.footer.pt}}<br>{{brand.footer.pt}}{{/if}}{{else}}You're receiving this email because you have a {{brand.name}} account.{{#if brand.footer.en}}<br>{{brand.footer.en}}{{/if}}{{/eq}}{{/if}}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`,
}

/** Fingerprints of this page as earlier versions seeded it; one that an admin changed has another. */
export const formerLayouts: ReadonlySet<string> = new Set(['P6186HkLO3kIQ-xg-FLl4SFIc-Z8JlxtCjgEwt6IUX8'])

const font = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** The page of the product's own mails. */
export const mailLayout = {
  name: 'Recado',
  identifier: 'recado',
  description: 'The page of the mails that Recado sends',
  content: `<!doctype html>
<html lang="{{#if subscriber.locale}}{{subscriber.locale}}{{else}}en{{/if}}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light"></head>
<body style="margin:0;padding:0;background:#f1f3f5;${font}">
{{#if preheader}}<div style="display:none;max-height:0;overflow:hidden">{{preheader}}</div>{{/if}}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f1f3f5"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="padding:0 8px 16px;font-size:18px;line-height:24px;font-weight:700;color:#0b7285">{{#if branding.logo}}<img src="{{branding.logo}}" alt="Recado" height="40" style="height:40px">{{else}}Recado{{/if}}</td></tr>
<tr><td style="padding:32px;border-radius:12px;background:#ffffff;font-size:16px;line-height:24px;color:#343a40">
{{{body}}}
</td></tr>
<tr><td style="padding:16px 8px;font-size:13px;line-height:20px;color:#5c636a">{{#eq subscriber.locale "pt"}}Você recebeu este e-mail porque tem uma conta no Recado.{{else}}You receive this mail because you have an account at Recado.{{/eq}}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`,
}

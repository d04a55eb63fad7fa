<?php
// Receives webhooks and verifies their signature. For a try, PHP serves it itself:
//   WEBHOOK_SECRET=whsec_... php -S 127.0.0.1:8080 webhook.php
const TOLERANCE_SECONDS = 300;

/** Standard Webhooks: the signature is over id, time and the bytes of the body exactly as they came. */
function is_genuine(string $key, string $id, string $time, string $signatures, string $body): bool
{
    if (!ctype_digit($time) || abs(time() - (int) $time) > TOLERANCE_SECONDS) {
        return false;
    }
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$time.$body", $key, true));
    // While a secret is rotated there is a signature by each, separated by spaces.
    foreach (explode(' ', $signatures) as $signature) {
        if (hash_equals($expected, $signature)) {
            return true;
        }
    }
    return false;
}

$key = base64_decode(preg_replace('/^whsec_/', '', (string) getenv('WEBHOOK_SECRET')));
$id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
$time = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
$body = file_get_contents('php://input');
if (!is_genuine($key, $id, $time, $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '', $body)) {
    http_response_code(401);
    exit;
}
// The same event may come twice: remember `webhook-id`, and do the work after the answer.
$event = json_decode($body, true);
file_put_contents('php://stderr', "$id {$event['type']}\n");
http_response_code(204);

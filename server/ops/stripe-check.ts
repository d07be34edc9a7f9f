import { readEnvironment } from '../config/environment.ts';
import { runTool } from '../db/database-tool.ts';
import { type AccountCheckStep, checkStripeAccount } from '../payments/check-account.ts';
import { createStripeProvider } from '../payments/provider.ts';

/** `npm run stripe:check`: tries the configured Stripe test account, step by step. docs/stripe.md describes it. */
async function checkAccount(): Promise<number> {
  const settings = readEnvironment(process.env);
  const { secretKey, webhookSecret } = settings.stripe;
  if (secretKey === undefined || !/^[sr]k_test_/.test(secretKey)) {
    console.error('Set STRIPE_SECRET_KEY to a test key (sk_test_… or rk_test_…). This check makes payments.');
    return 2;
  }
  const isPassed = await checkStripeAccount(
    {
      stripe: createStripeProvider(secretKey, webhookSecret).stripe,
      publicUrl: settings.publicUrl,
      business: settings.business,
    },
    ({ name, isPassed: isStepPassed, detail }: AccountCheckStep) =>
      console.info(`${isStepPassed ? '✓' : '✗'} ${name}: ${detail}`),
  );
  console.info(isPassed ? '\nThe account is ready.' : '\nSome steps failed.');
  return isPassed ? 0 : 1;
}

await runTool(checkAccount);

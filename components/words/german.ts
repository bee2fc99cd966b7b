/** All German words of Amber. The compiler requires each key of the English catalogue. */
import type { ENGLISH } from './english';
import { ACTIVITY } from './german/activity';
import { APPROVALS } from './german/approvals';
import { FIRST_STEPS } from './german/begin/first-steps';
import { OWN_MODEL } from './german/begin/own-model';
import { TOUR } from './german/begin/tour';
import { CALLS } from './german/calls';
import { READINGS } from './german/calls/readings';
import { REHEARSALS } from './german/calls/rehearsals';
import { CARD_FORMS } from './german/card-forms';
import { CARDS } from './german/cards';
import { CHAT } from './german/chat';
import { ALLOW } from './german/clients/allow';
import { COMMON } from './german/common';
import { OFFERS } from './german/composer/offers';
import { CONTEXT } from './german/context';
import { FILES } from './german/files';
import { FINDING } from './german/finding';
import { FORMS } from './german/forms';
import { HANDS } from './german/hands';
import { LAST_RESORT } from './german/last-resort';
import { MODELS } from './german/models';
import { ERASING } from './german/operation/erasing';
import { KEEPING } from './german/operation/keeping';
import { RECORD } from './german/operation/record';
import { OPERATION } from './german/operation/stopping';
import { USAGE } from './german/operation/usage';
import { ACCOUNT } from './german/people/account';
import { FACTORS } from './german/people/factors';
import { ONESELF } from './german/people/oneself';
import { RECOVERY } from './german/people/recovery';
import { TEAM } from './german/people/team';
import { ALIKE } from './german/planning/alike';
import { HOLDING } from './german/planning/holding';
import { PLANS } from './german/planning/plans';
import { TRIALS } from './german/planning/trials';
import { RESULTS } from './german/results';
import { RULES } from './german/rules';
import { SERVERS } from './german/servers';
import { REGISTRY } from './german/servers/registry';
import { SERVER_REHEARSALS } from './german/servers/rehearsals';
import { SETTINGS } from './german/settings';
import { SHELL } from './german/shell';
import { SIGN_IN } from './german/sign-in';
import { SIGN_IN_PAGES } from './german/signing/sign-in-pages';
import { SIGN_INS } from './german/signing/sign-ins';
import { SINGLE_SIGN_ON } from './german/signing/single-sign-on';
import { TIME } from './german/time';
import { TOKENS } from './german/tokens';
import { VERSIONS } from './german/versions';
import { WORKSPACE } from './german/workspace';
import type { Translated } from './language';

export const GERMAN: Translated<typeof ENGLISH> = {
  ...ALLOW,
  ...COMMON,
  ...FIRST_STEPS,
  ...OWN_MODEL,
  ...TOUR,
  ...CONTEXT,
  ...FILES,
  ...FINDING,
  ...HANDS,
  ...LAST_RESORT,
  ...MODELS,
  ...OFFERS,
  ...OPERATION,
  ...KEEPING,
  ...ERASING,
  ...RECORD,
  ...USAGE,
  ...ALIKE,
  ...HOLDING,
  ...PLANS,
  ...RESULTS,
  ...SETTINGS,
  ...TIME,
  ...TRIALS,
  ...CARD_FORMS,
  ...CARDS,
  ...CALLS,
  ...READINGS,
  ...REHEARSALS,
  ...CHAT,
  ...SHELL,
  ...ACTIVITY,
  ...APPROVALS,
  ...RULES,
  ...REGISTRY,
  ...SERVER_REHEARSALS,
  ...SERVERS,
  ...ACCOUNT,
  ...FACTORS,
  ...ONESELF,
  ...RECOVERY,
  ...TEAM,
  ...TOKENS,
  ...FORMS,
  ...SIGN_IN,
  ...SINGLE_SIGN_ON,
  ...SIGN_IN_PAGES,
  ...SIGN_INS,
  ...VERSIONS,
  ...WORKSPACE,
};

/**
 * Words that say nothing about what is wanted, in English and German. Verbs such as "show" and "find" are not among
 * them, since tools are named after them.
 */
const ENGLISH = `
a an the this that these those there here of to in on at for from by with without into onto about over under between
through during before after above below up down out off again once and or but if then than as while because so
i me my mine myself you your yours yourself he him his she her hers it its itself they them their theirs we us our ours
is are was were be been being am do does did doing done have has had having can could will would shall should may might
must what which who whom whose when where why how not no nor too very just also only any some all each every both few
more most much many such own same other another please hi hello hey thanks thank ok okay sure let yes
ll ve re im dont cant isnt doesnt wont id ive`;

const GERMAN = `
der die das den dem des ein eine einen einem einer eines und oder aber wenn dann als wie wo wer was wann warum wieso
welche welcher welches welchen ich du er sie es wir ihr mich mir dich dir uns euch sich mein meine meinen meinem meiner
dein deine deinen sein seine seinen ihre ihren unser unsere diese dieser dieses diesen diesem jene jeder jede jedes
ist sind war waren bin bist sein haben hat hatte habe hast wird werden wurde kann kannst koennen koennte sollen soll
sollte muss muessen darf duerfen moechte will wollen mit ohne von vom zu zum zur im am an auf aus bei beim fuer nach
ueber unter vor durch um gegen bis seit nicht kein keine keinen auch nur noch schon sehr mal doch bitte hallo danke ja
nein alle alles allen dass ob da dort hier gerade so mehr viel viele`;

/** As they appear in a text, in lower case, accents folded. */
export const STOP_WORDS: ReadonlySet<string> = new Set(`${ENGLISH} ${GERMAN}`.trim().split(/\s+/));

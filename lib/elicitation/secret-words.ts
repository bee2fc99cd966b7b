/**
 * Whether words ask for a secret, in the languages that people are likely to be asked in: passwords, keys, tokens,
 * access codes, means of payment, proofs of identity. Refusing too much costs a form; refusing too little, a secret.
 */
import { withoutUnseen } from '@/lib/values/text';
import { pairsAsOne, squeezed, squeezedAsLetters, strokesAlike, wordsIn } from './folded';

/** Found anywhere, also within longer words, whatever is between the letters. */
const ANYWHERE = `
password passwort passwrd passwd passphrase passcode passkey passord motdepasse contrasena contraseña wachtwoord
lösenord adgangskode kodeord salasana kennwort losungswort jelszó lozinka slaptažodis lykilorð parool senhade
palavrapasse paroladordine parolachiave mật_khẩu kata_sandi katalaluan şifreniz пароль парола лозинка
συνθηματικό κωδικός_πρόσβασης 密码 密碼 口令 パスワード 暗証番号 비밀번호 암호 كلمة_السر كلمة_المرور الرقم_السري رمز_عبور
گذرواژه סיסמה סיסמא पासवर्ड รหัสผ่าน
token jeton トークン 토큰 токен 令牌 bearer sessioncookie sitzungscookie
apikey apischlüssel apigeheimnis cléapi clavedeapi claveapi chiaveapi chavedeapi chaveapi ключapi apiключ
secretkey secretaccess clientsecret appsecret webhooksecret sharedsecret geheimschlüssel geheimerschlüssel
geheimenschlüssel geheimzahl geheimnummer geheimcode geheimwort accesskey zugangsschlüssel zugriffsschlüssel
zugangscode zugangsdaten anmeldedaten logindaten accountkey masterkey encryptionkey signingkey hmackey
privatekey privaterschlüssel privatenschlüssel cléprivée cléprivee clésecrète claveprivada clavesecreta clavedeacceso
chiaveprivata chiavesegreta chaveprivada chavesecreta закрытыйключ приватныйключ секретныйключ ключдоступа
sshkey pgpkey gpgkey beginrsa beginopenssh 密钥 密鑰 金鑰 秘密鍵 비밀키 개인키
credential identifiantsde credenciales credenziali credenciais учетныеданные
accesscode unlockcode doorcode alarmcode safecode entrycode logindetails signindetails authenticatorapp
securityanswer memorableword recoverywords walletphrase carddetails codewetext numberwesent
onetimecode onetimepass einmalcode einmalpass einmalkennwort verificationcode verifizierungscode bestätigungscode
authenticationcode authenticatorcode authorizationcode authorisationcode authcode logincode anmeldecode signincode
twofactor zweifaktor digitcode codewesent smscode stelligercode stelligencode backupcode recoverycode recoverykey recoveryphrase wiederherstellungscode
wiederherstellungsschlüssel seedphrase mnemonic codedevérification codigodeverificación codicediverifica
codigodeseguridad códigodeseguridad securitycode sicherheitscode sicherheitsfrage securityquestion codedesécurité
кодподтверждения кодизсмс 验证码 驗證碼 認証コード 확인코드 인증번호 mothersmaiden mädchennamedermutter
creditcard debitcard cardnumber cardno kreditkarte debitkarte kartennummer kartenprüf prüfnummer cartebancaire
cartedecrédit numérodecarte tarjetadecrédito tarjetadecredito númerodetarjeta cartadicredito numerodicarta
cartãodecrédito numerodocartao creditkaart kreditkort kortnummer cardverification cardholderverification номеркарты
信用卡 卡号 クレジットカード番号 カード番号 카드번호
socialsecurity sozialversicherungsnummer rentenversicherungsnummer nationalinsurance sécuritésociale seguridadsocial
`;

/** Only as separate words. */
const WORDS = `
pin pins pincode pinnumber pinnummer pinkod cvv cvv2 cvc cvc2 cvn csc ssn iban pwd pw psw pword passwds otp totp hotp
2fa mfa jwt secret secrets geheimnis segreto sekret mtan itan smstan pushtan chiptan fototan heslo hasło geslo
şifre sifreniz parola senha пин пинкод
`;

/** Only on their own. */
const ALONE = 'pass clave';

const listOf = (text: string) => text.trim().split(/\s+/).map(squeezed).map(strokesAlike);
const alone = new Set(listOf(ALONE));
const anywhere = listOf(ANYWHERE);
const words = new Set(listOf(WORDS));

/** Codes sent by banks; in lower case it is a colour. */
const TAN = /(?<!\p{L})TANs?(?!\p{L})/u;
/** "Secretary" is not a secret. */
const SECRET = /secret(?!ar|ion|iv)/;

/** Whether the text, which may be a name, a label or a sentence, asks for a secret. */
export function asksForSecret(text: string): boolean {
  const looks = [squeezed(text), squeezedAsLetters(text)].flatMap(drawn);
  if (looks.some((look) => alone.has(look) || words.has(look) || SECRET.test(look))) return true;
  if (looks.some((look) => anywhere.some((word) => look.includes(word)))) return true;
  if (TAN.test(withoutUnseen(text.normalize('NFKD')))) return true;
  // In lower case it is not taken apart where an l stands for a capital I.
  const apart = [...wordsIn(text), ...wordsIn(text.toLowerCase())];
  return apart.flatMap(drawn).some((word) => words.has(word));
}

const drawn = (look: string) => [strokesAlike(look), pairsAsOne(look)];

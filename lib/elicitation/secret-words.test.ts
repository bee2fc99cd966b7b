import { describe, expect, it } from 'vitest';
import { asksForSecret } from './secret-words';

describe('words that ask for a secret', () => {
  it.each([
    ...[
      'password',
      'Your Password',
      'pass-word',
      'p a s s w o r d',
      'newPassword',
      'PASSWORD_CONFIRM',
      'pwd',
      'pass',
    ],
    ...['Passwort', 'Kennwort', 'Ihr Passwort bitte', 'Geheimzahl', 'Losungswort', 'Zugangsdaten'],
    ...[
      'mot de passe',
      'contraseña',
      'senha',
      'wachtwoord',
      'hasło',
      'heslo',
      'lösenord',
      'salasana',
      'şifre',
    ],
    ...[
      'пароль',
      'Введите пароль',
      'парола',
      'κωδικός πρόσβασης',
      '密码',
      '密碼',
      'パスワード',
      '비밀번호',
      'كلمة السر',
    ],
    ...['סיסמה', 'पासवर्ड', 'รหัสผ่าน', 'mật khẩu', 'Kata sandi'],
    ...[
      'token',
      'access_token',
      'authToken',
      'API key',
      'apiKey',
      'api-key',
      'API-Schlüssel',
      'clé API',
      'secret',
    ],
    ...[
      'clientSecret',
      'private key',
      'privater Schlüssel',
      'SSH key',
      'credentials',
      'bearer',
      'seed phrase',
    ],
    ...[
      'PIN',
      'P.I.N.',
      'cardPin',
      'pin_code',
      'PIN-Nummer',
      'TAN',
      'mTAN',
      'OTP',
      '2FA code',
      'one-time code',
    ],
    ...[
      'verification code',
      'the 6-digit code we sent you',
      'Bestätigungscode',
      'security code',
      'recovery key',
    ],
    ...[
      'card number',
      'cardNumber',
      'Kreditkarte',
      'Kartennummer',
      'numéro de carte',
      'CVV',
      'cvc',
      'CVC2',
      'csc',
    ],
    ...['SSN', 'social security number', 'Sozialversicherungsnummer', 'IBAN'],
  ])('%s', (text) => {
    expect(asksForSecret(text)).toBe(true);
  });

  it.each([
    ['an invisible character', 'pass\u200bword'],
    ['a soft hyphen', 'Pass\u00adwort'],
    ['Cyrillic letters', 'р\u0430ssw\u043erd'],
    ['Cyrillic in an acronym', '\u0420IN'],
    ['full width', 'ｐａｓｓｗｏｒｄ'],
    ['mathematical letters', '𝓹𝓪𝓼𝓼𝔀𝓸𝓻𝓭'],
    ['small capitals', 'ᴘᴀꜱꜱᴡᴏʀᴅ'],
    ['accents', 'pássẁörd'],
    ['digits', 'p4ssw0rd'],
    ['signs', 'P@$$word'],
    ['a direction override', '\u202epassword'],
    ['tag characters', 'pass\u{e0061}word'],
    ['Latin letters in a Russian word', 'пaроль'],
    ['dots', 'p.a.s.s.w.o.r.d'],
  ])('are found behind %s', (_how, text) => {
    expect(asksForSecret(text)).toBe(true);
  });

  it.each([
    ...[
      'name',
      'Your name',
      'email',
      'E-Mail-Adresse',
      'homepage',
      'birthdate',
      'city',
      'Favorite color',
      'amount',
    ],
    ...[
      'Secretary',
      'Sekretariat',
      'pineapple',
      'Spinach',
      'tan',
      'Tangerine',
      'postal code',
      'country code',
      'key',
    ],
    ...[
      'Passenger',
      'compass',
      'passport number',
      'Passagier',
      'monkey',
      'Account name',
      'customer number',
      'Titel',
    ],
    ...[
      'Which of the orders?',
      'When does it begin?',
      'Wie viele Tage?',
      'Combien de jours ?',
      'Имя',
      '名前',
      '',
    ],
  ])('%s is none of them', (text) => {
    expect(asksForSecret(text)).toBe(false);
  });
});

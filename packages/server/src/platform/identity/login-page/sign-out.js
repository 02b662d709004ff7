// The application has already asked whether to sign out; without scripts the user presses the button.
document.getElementById('sign-out')?.click()

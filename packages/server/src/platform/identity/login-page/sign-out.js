// The application has asked already whether to sign out; without scripts the button is pressed by hand.
document.getElementById('sign-out')?.click()
